// One small file per language, with a pattern that is found in it once and a rewrite of that place.

export interface LanguageSample {
  readonly language: string
  readonly file: string
  readonly source: string
  readonly pattern: string
  readonly rewrite: string
  readonly rewritten: string
}

function sample(
  language: string,
  file: string,
  source: string,
  change: readonly [pattern: string, rewrite: string, before: string, after: string],
): LanguageSample {
  const [pattern, rewrite, before, after] = change
  return { language, file, source, pattern, rewrite, rewritten: source.replace(before, after) }
}

export const languageSamples: readonly LanguageSample[] = [
  sample("bash", "a.sh", 'echo "$1"\nfor f in a b; do\n  rm "$f"\ndone\n', [
    "rm $X",
    "trash $X",
    "rm",
    "trash",
  ]),
  sample("c", "a.c", "int main(void) {\n  int n = add(1, 2);\n  return n;\n}\n", [
    "add($A, $B)",
    "sum($B, $A)",
    "add(1, 2)",
    "sum(2, 1)",
  ]),
  sample("cpp", "a.cpp", "int main() {\n  auto n = std::max(1, 2);\n}\n", [
    "std::max($A, $B)",
    "top($A, $B)",
    "std::max",
    "top",
  ]),
  sample("csharp", "a.cs", 'class A {\n  void Run() {\n    Console.WriteLine("x");\n  }\n}\n', [
    "Console.WriteLine($A)",
    "Log($A)",
    "Console.WriteLine",
    "Log",
  ]),
  sample("css", "a.css", "a { color: red; }\n", [
    "color: $V",
    "background: $V",
    "color",
    "background",
  ]),
  sample("elixir", "a.ex", "defmodule A do\n  def run(x), do: IO.puts(x)\nend\n", [
    "IO.puts($X)",
    "Log.info($X)",
    "IO.puts",
    "Log.info",
  ]),
  sample("go", "a.go", 'package main\n\nfunc main() {\n\tfmt.Println("x", 1)\n}\n', [
    "fmt.Println($$$A)",
    "log.Print($$$A)",
    "fmt.Println",
    "log.Print",
  ]),
  sample("haskell", "a.hs", 'main = putStrLn "x"\n', [
    "putStrLn $X",
    "print $X",
    "putStrLn",
    "print",
  ]),
  sample("html", "a.html", "<ul><li>one</li></ul>\n", [
    "<li>$T</li>",
    "<li><b>$T</b></li>",
    "one",
    "<b>one</b>",
  ]),
  sample("java", "a.java", 'class A {\n  void run() {\n    System.out.println("x");\n  }\n}\n', [
    "System.out.println($A)",
    "log.info($A)",
    "System.out.println",
    "log.info",
  ]),
  sample("javascript", "a.js", 'console.log("x", 1)\n', [
    "console.log($$$A)",
    "log($$$A)",
    "console.log",
    "log",
  ]),
  sample("json", "a.json", '{\n  "a": { "b": 1 }\n}\n', [
    '{ "b": $V }',
    '{ "c": $V }',
    '"b"',
    '"c"',
  ]),
  sample("kotlin", "a.kt", 'fun main() {\n  println("x")\n}\n', [
    "println($A)",
    "log($A)",
    "println",
    "log",
  ]),
  sample("lua", "a.lua", 'print("x", 1)\n', ["print($$$A)", "log($$$A)", "print", "log"]),
  sample("nix", "a.nix", "{ a = import ./x.nix; }\n", ["import $P", "load $P", "import", "load"]),
  sample("php", "a.php", "<?php\nfoo(1);\n", ["foo($A)", "bar($A)", "foo", "bar"]),
  sample("python", "a.py", "def f(a):\n    print(a)\n", ["print($X)", "log($X)", "print", "log"]),
  sample("ruby", "a.rb", "def f(a)\n  puts(a)\nend\n", ["puts($X)", "log($X)", "puts", "log"]),
  sample("rust", "a.rs", "fn main() {\n    let x = y.unwrap();\n}\n", [
    "$X.unwrap()",
    '$X.expect("x")',
    "unwrap()",
    'expect("x")',
  ]),
  sample("scala", "a.scala", 'object A {\n  def run() = println("x")\n}\n', [
    "println($A)",
    "log($A)",
    "println",
    "log",
  ]),
  sample(
    "solidity",
    "a.sol",
    "contract A {\n  function f() public {\n    require(x > 1);\n  }\n}\n",
    ["require($A)", "assert($A)", "require", "assert"],
  ),
  sample("swift", "a.swift", 'func f() {\n  print("x")\n}\n', [
    "print($A)",
    "log($A)",
    "print",
    "log",
  ]),
  sample("typescript", "a.ts", 'const n: number = parse("1")\n', [
    "parse($A)",
    "Number($A)",
    "parse",
    "Number",
  ]),
  sample("tsx", "a.tsx", 'const v = <Old name="a" />\n', [
    "<Old $$$P />",
    "<New $$$P />",
    "Old",
    "New",
  ]),
  sample("yaml", "a.yaml", "a: 1\nb:\n  - x\n", ["a: $V", "c: $V", "a:", "c:"]),
]
