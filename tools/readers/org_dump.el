;;; -*- lexical-binding: t -*-
;;; Tells what Org of Emacs finds in files: `emacs -Q --batch -l org_dump.el FOLDER OUT`, with paths from standard input.
(require 'org)
(require 'ox-html)
(require 'json)
(setq org-export-use-babel t
      org-confirm-babel-evaluate nil
      org-babel-default-header-args (cons '(:eval . "never") org-babel-default-header-args)
      org-html-htmlize-output-type nil
      org-inhibit-startup t
      make-backup-files nil)

;; A link that leads nowhere here is still text.
(defun dump-link (link description info)
  (condition-case nil
      (org-html-link link description info)
    (error (or description (org-element-property :raw-link link)))))
(org-export-define-derived-backend 'dump 'html :translate-alist '((link . dump-link)))

(defun dump-know-links ()
  "Makes all kinds of links known that stand in brackets."
  (save-excursion
    (goto-char (point-min))
    (while (re-search-forward "\\[\\[\\([a-z][-a-z0-9+]*\\):" nil t)
      (let ((type (match-string 1)))
        (unless (or (member type (org-link-types)) (member type '("http" "https" "file" "mailto")))
          (org-link-set-parameters type :export
                                   (lambda (path description &rest _) (or description (concat type ":" path)))))))))

(defun dump-left-out (headline)
  "Whether the export leaves HEADLINE out."
  (let ((up headline) (found nil))
    (while (and up (not found))
      (when (eq (org-element-type up) 'headline)
        (when (or (org-element-property :commentedp up)
                  (member "noexport" (org-element-property :tags up))
                  (and (not (eq up headline)) (org-element-property :archivedp up)))
          (setq found t)))
      (setq up (org-element-property :parent up)))
    found))

(defun dump-file (file)
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8)) (insert-file-contents file))
    (setq default-directory (file-name-directory file))
    (delay-mode-hooks (org-mode))
    (dump-know-links)
    (let* ((tree (org-element-parse-buffer))
           (headings
            (org-element-map tree 'headline
              (lambda (one)
                (unless (dump-left-out one)
                  (list :line (line-number-at-pos (org-element-property :begin one) t)
                        :level (org-element-property :level one)
                        :text (org-element-property :raw-value one))))))
           (html (condition-case problem
                     (org-export-as 'dump nil nil t
                                    '(:with-toc nil :section-numbers nil :with-sub-superscript {} :with-special-strings nil
                                      :with-smart-quotes nil :with-broken-links mark :with-tags nil :preserve-breaks nil))
                   (error (concat "ERROR " (error-message-string problem))))))
      (list :file file :headings (vconcat headings) :html (substring-no-properties html)))))

(let ((root (file-name-as-directory (nth 0 command-line-args-left)))
      (out (nth 1 command-line-args-left))
      (lines nil)
      (path nil))
  (setq command-line-args-left nil)
  (while (setq path (ignore-errors (read-from-minibuffer "")))
    (let ((dumped (dump-file (expand-file-name path root))))
      (push (json-encode (plist-put dumped :file path)) lines)))
  (let ((coding-system-for-write 'utf-8))
    (with-temp-file out (insert (mapconcat #'identity (nreverse lines) "\n") "\n"))))
