;;; Says where Org itself goes when it follows the links of files: emacs --batch -l org.el ROOT -- FILES > rows
(require 'org)
(require 'org-id)
(setq org-confirm-shell-link-function nil org-link-search-must-match-exact-headline t
      org-id-track-globally t org-id-locations-file (make-temp-file "ids") vc-handled-backends nil
      org-startup-folded nil enable-local-variables nil large-file-warning-threshold nil
      org-link-frame-setup '((file . find-file)) org-file-apps '((t . emacs)))
(defvar root (file-name-as-directory (expand-file-name (pop command-line-args-left))))
(pop command-line-args-left)
(defvar files (mapcar (lambda (file) (expand-file-name file root)) command-line-args-left))
(setq command-line-args-left nil)
(let ((inhibit-message t)) (org-id-update-id-locations files t))
(defun links ()
  (org-element-map (org-element-parse-buffer) 'link
    (lambda (link)
      (let ((raw (org-element-property :raw-link link)) (type (org-element-property :type link)))
        (when (and (member type '("id" "custom-id" "fuzzy" "file"))
                   (eq (org-element-property :format link) 'bracket)
                   (or (member type '("id" "file")) (not (string-match-p "\\`[a-z-]+:" raw))))
          (list type raw (line-number-at-pos (org-element-property :begin link))
                (org-element-property :begin link)))))))
(dolist (file files)
  (let ((buffer (find-file-noselect file t)))
    (with-current-buffer buffer
      (dolist (link (links))
        (let ((place (save-current-buffer
                       (save-excursion
                         (condition-case nil
                             (progn
                               (set-buffer buffer) (goto-char (nth 3 link))
                               (switch-to-buffer buffer) (goto-char (nth 3 link))
                               (let ((inhibit-message t) (noninteractive t)) (org-open-at-point))
                               (list (if buffer-file-name (file-relative-name buffer-file-name root) default-directory)
                                     (line-number-at-pos)
                                     (if (and (derived-mode-p 'org-mode) (not (org-before-first-heading-p)))
                                         (org-get-heading nil nil nil nil) "")
                                     (if (and (derived-mode-p 'org-mode) (org-at-heading-p)) "heading" "text")))
                           (error (list "" 0 "" "dead")))))))
          (princ (mapconcat (lambda (cell) (format "%s" cell))
                            (append (list (car link) (file-relative-name file root) (nth 2 link) (nth 1 link)) place)
                            "\t"))
          (princ "\n"))))))
