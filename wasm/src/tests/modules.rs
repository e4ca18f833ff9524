//! Checks how the modules of this crate depend on each other.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The names after a prefix: one, or a group in brackets.
fn names_after(text: &str, prefix: &str) -> BTreeSet<String> {
    let name =
        |after: &str| after.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect::<String>();
    let of = |after: &str| match after.strip_prefix('{') {
        Some(group) => group.split('}').next().unwrap().split(',').map(|one| name(one.trim())).collect(),
        None => vec![name(after)],
    };
    text.split(prefix).skip(1).flat_map(of).collect()
}

/// What is left when all that uses nothing of the rest is taken away. In a circle, nothing can be taken.
fn circles(mut uses: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    while let Some(free) = uses.iter().find(|(_, used)| !used.iter().any(|name| uses.contains_key(name))) {
        let free = free.0.clone();
        uses.remove(&free);
    }
    uses
}

/// The text of a file without its tests.
fn code(path: &Path) -> String {
    fs::read_to_string(path).unwrap().split("#[cfg(test)]").next().unwrap().to_owned()
}

#[test]
fn no_module_uses_itself_through_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&root) {
        let inside = path.strip_prefix(&root).unwrap().with_extension("");
        let module = inside.iter().next().unwrap().to_str().unwrap().to_owned();
        // Tests may use everything.
        if inside.iter().any(|part| part == "tests") || module == "lib" {
            continue;
        }
        let names = names_after(&code(&path), "crate::");
        let used = uses.entry(module.clone()).or_default();
        used.extend(names.into_iter().filter(|name| *name != module));
    }
    assert!(uses.len() > 20);
    let left = circles(uses);
    assert!(left.is_empty(), "these modules use each other: {left:?}");
}

#[test]
fn no_file_of_a_folder_uses_itself_through_others() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for folder in folders.filter(|path| path.is_dir() && !path.ends_with("tests")) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in files(&folder).iter().filter(|path| path.parent() == Some(&folder) && !path.ends_with("tests.rs")) {
            let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let text = code(path);
            let mut used = names_after(&text, "super::");
            used.extend(names_after(&text, &format!("crate::{name}::")));
            used.remove(&file);
            uses.insert(file, used);
            seen += 1;
        }
        let left = circles(uses);
        assert!(left.is_empty(), "these files of {name} use each other: {left:?}");
    }
    assert!(seen > 40, "{seen}");
}
