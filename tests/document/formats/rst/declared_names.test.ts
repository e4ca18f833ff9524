/** Names of objects of C, C++ and of reStructuredText itself, as Sphinx lists them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { declaredName } from "../../../../src/document/formats/rst/c_names.ts";
import { findMarkup } from "../../../../src/document/formats/rst/find_markup.ts";

const titles = (text: string): readonly string[] => findMarkup(text).headings.map((heading) => heading.text);

test("a declaration declares its name", () => {
  const declared = [
    ["function", "const T &Bin::operator[](std::size_t i) const", "Bin::operator[]"],
    ["function", "explicit operator bool() const", "operator bool"],
    ["function", "bool operator()(int a)", "operator()"],
    ["function", "template<typename T, typename U = Box<T>> Box<T>::Lid *Box<T>::lid(U u) noexcept", "Box<T>::lid"],
    ["function", "PyObject *PyType_GenericAlloc(PyTypeObject *type, Py_ssize_t n)", "PyType_GenericAlloc"],
    ["function", "Iterator{It} void advance(It &it)", "advance"],
    ["function", "void (*signal(int sig, void (*f)(int)))(int)", "signal"],
    ["function", "Bin::~Bin()", "Bin::~Bin"],
    ["var", "std::string Bin::label[N][M]", "Bin::label"],
    ["member", "int a = 42", "a"],
    ["member", "void (*done)(int)", "done"],
    ["member", "unsigned flags : 3", "flags"],
    ["type", "List = std::vector<int>", "List"],
    ["type", "std::vector<int> List", "List"],
    ["class", "template<> Outer<int>::Inner<bool> final : public Base<int>", "Outer<int>::Inner<bool>"],
    ["enum-struct", "protected Kind : std::underlying_type<K>::type", "Kind"],
    ["enumerator", "Kind::first = 42", "Kind::first"],
    ["union", "@data", "@data"],
    ["macro", "MAX(a, b)", "MAX"],
    ["function", "", ""],
    ["function", "template<", "template<"],
  ] as const;
  for (const [kind, signature, name] of declared) assert.equal(declaredName(kind, signature), name, signature);
});

test("objects of C and C++ stand in the object and the namespace around them", () => {
  const text = ".. cpp:namespace:: template<typename T> mill::Bin\n\n.. cpp:class:: Lid : public Base\n\n" +
    "   .. cpp:function:: void open(int a)\n\n      .. py:function:: swing(a)\n\n" +
    ".. cpp:namespace:: nullptr\n\n.. cpp:var:: int a\n\n.. c:namespace-push:: yard\n\n.. c:struct:: log\n\n" +
    "   .. c:union:: @data\n\n      .. c:member:: int a\n\n.. c:macro:: MAX\n\n.. c:namespace-pop::\n\n.. c:type:: kiln\n";
  assert.deepEqual(titles(text), [
    ...["mill::Bin::Lid", "mill::Bin::Lid::open", "swing", "a"],
    ...["yard.log", "yard.log.@data", "yard.log.@data.a", "MAX", "kiln"],
  ]);
});

test("a directive that is described has its name, and its options stand in it", () => {
  const text = ".. rst:directive:: .. c:saw:: a log\n                   .. saw:: a log\n\n   Saws.\n\n" +
    "   .. rst:directive:option:: depth: number\n      :type: int\n\n      How deep.\n\n.. rst:role:: blade\n";
  assert.deepEqual(titles(text), ["c:saw", "c:saw:depth", "blade"]);
});
