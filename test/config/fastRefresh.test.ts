import fs from 'node:fs';
import path from 'node:path';
import refreshTypeScript from 'react-refresh-typescript';
import ts from 'typescript';

const SRC = path.join(__dirname, '../../src');

/**
 * Returns the signatures that force a reset, because Fast Refresh can't find one of the hooks by its name. A component that uses
 * such a function loses its state on each edit.
 */
function forcedResets(source: string): readonly string[] {
  const { outputText } = ts.transpileModule(source, {
    fileName: 'module.tsx',
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve },
    transformers: { before: [refreshTypeScript({ ts, hashSignature: (signature) => encodeURI(signature) })] },
  });
  return outputText.match(/^.*"[^"\n]*", true(, \(\) => |\);)/gm) ?? [];
}

it('Fast Refresh finds all hooks by their names, so that no edit of a component resets what was typed', () => {
  const sources = fs
    .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => fs.readFileSync(path.join(SRC, file), 'utf8'))
    .filter((source) => /\buse[A-Z]\w*\(/.test(source));
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.flatMap(forcedResets)).toEqual([]);
});

it('Fast Refresh does not find a hook by a path of members', () => {
  expect(forcedResets('function useOne() { return one.two.useThree(); }')).toHaveLength(1);
  expect(forcedResets('const one = {}; function useOne() { return one.useThree(); }')).toEqual([]);
});
