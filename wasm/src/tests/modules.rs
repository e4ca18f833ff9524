//! Checks how the modules of this crate depend on each other.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
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
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        let names = text.split("crate::").skip(1).flat_map(|after| match after.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap().split(',').map(|name| name.trim().to_owned()).collect(),
            None => vec![after.chars().take_while(|char| char.is_alphanumeric() || *char == '_').collect::<String>()],
        });
        let used = uses.entry(module.clone()).or_default();
        used.extend(names.filter(|name| *name != module));
    }
    assert!(uses.len() > 20);
    // A module that uses none of the remaining modules can be removed. In a cycle, none can.
    while let Some(free) = uses.iter().find(|(_, used)| !used.iter().any(|name| uses.contains_key(name))) {
        let free = free.0.clone();
        uses.remove(&free);
    }
    assert!(uses.is_empty(), "these modules use each other: {uses:?}");
}
