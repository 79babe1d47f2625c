'use strict';

const { LAYERS_WITHOUT_REACT, importZones, serverZones } = require('./config/layers.cjs');

const throughPorts = 'Use Ports (src/platform/ports.ts) for side effects, so that tests and replays can replace them.';
const sideEffects = [
  'fetch',
  'localStorage',
  'sessionStorage',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'indexedDB',
  'navigator',
  'location',
  'XMLHttpRequest',
  'Worker',
].map((name) => ({ name, message: throughPorts }));

const sideEffectProperties = [
  { object: 'Date', property: 'now', message: throughPorts },
  { object: 'Math', property: 'random', message: throughPorts },
  { object: 'crypto', property: 'randomUUID', message: throughPorts },
  ...['localStorage', 'sessionStorage', 'location', 'navigator', 'setTimeout', 'fetch'].map((property) => ({
    object: 'window',
    property,
    message: throughPorts,
  })),
  { object: 'document', property: 'cookie', message: throughPorts },
];

/** Texts in JSX that change, and what can be next to them. */
const changingText = `JSXExpressionContainer:matches(${[
  '[expression.type="TemplateLiteral"]',
  '[expression.right.type=/^(Template)?Literal$/]',
  '[expression.consequent.type=/^(Template)?Literal$/]',
  '[expression.callee.name=/^(counted|format|plural|shown)/]',
]})`;
const jsxSibling = `:matches(${[
  'JSXElement',
  'JSXText[value=/\\S/]',
  'JSXExpressionContainer[expression.type!=/^(Literal|JSXEmptyExpression)$/]',
]})`;

const importedByName = {
  regex: '^(\\.\\./)+(src/)?(domain|lib)/',
  message: 'Import the packages by name: @data-manager/domain/…, @data-manager/lib/….',
};

// Rules that need types are in .oxlintrc.json: oxlint checks them ten times as fast.
module.exports = {
  root: true,
  parser: '@typescript-eslint/parser',
  plugins: ['@typescript-eslint', 'import', 'react-hooks', 'jsx-a11y'],
  extends: ['eslint:recommended', 'plugin:@typescript-eslint/strict', 'plugin:jsx-a11y/recommended'],
  settings: {
    'import/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    'import/resolver': {
      typescript: { project: ['./tsconfig.json', './server/tsconfig.json'], noWarnOnMultipleProjects: true },
    },
  },
  reportUnusedDisableDirectives: true,
  ignorePatterns: ['node_modules/', 'dist/', 'coverage/', '.data/', 'test/e2e/results/'],
  rules: {
    'import/no-default-export': 'error',
    'import/no-duplicates': ['error', { 'prefer-inline': true }],
    'import/no-restricted-paths': ['error', { basePath: __dirname, zones: [...importZones(), ...serverZones()] }],
    'no-restricted-imports': ['error', { patterns: [importedByName] }],
    'react-hooks/rules-of-hooks': 'error',
    'react-hooks/exhaustive-deps': 'error',
    '@typescript-eslint/consistent-type-imports': 'error',
    'no-console': 'error',
    'no-warning-comments': 'error',
    eqeqeq: ['error', 'always'],
  },
  overrides: [
    {
      files: ['**/*.{ts,tsx}'],
      rules: {
        'import/order': [
          'error',
          {
            groups: ['builtin', 'external', 'internal', 'parent', 'sibling', 'index'],
            alphabetize: { order: 'asc', caseInsensitive: true },
            named: { enabled: true, types: 'types-last' },
            'newlines-between': 'never',
          },
        ],
      },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludedFiles: ['src/platform/**'],
      rules: {
        'no-restricted-globals': ['error', ...sideEffects],
        'no-restricted-properties': ['error', ...sideEffectProperties],
      },
    },
    {
      files: ['src/**/*.tsx'],
      rules: {
        'no-restricted-syntax': [
          'error',
          {
            selector: [
              `${jsxSibling} ~ ${changingText}`,
              `${changingText} ~ ${jsxSibling}`,
              // Inserted before, or instead of, a text that a translator has replaced.
              'JSXText[value=/\\w/] ~ JSXExpressionContainer[expression.type!="Literal"]',
              'JSXExpressionContainer[expression.type!="Literal"] ~ JSXText[value=/\\w/]',
            ].join(),
            message:
              'Use one template string, or an element around the text: page translators replace text nodes, which React then loses.',
          },
        ],
      },
    },
    {
      files: LAYERS_WITHOUT_REACT.map((layer) => `src/${layer}/**/*.{ts,tsx}`),
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              importedByName,
              {
                group: ['react', 'react-dom', 'react-redux', 'redux-persist', '@mantine/*', 'notistack'],
                message: 'lib/, domain/, transfers/ and cli/ work without React.',
              },
            ],
          },
        ],
      },
    },
    {
      files: ['src/domain/**/*.ts'],
      rules: {
        'no-restricted-globals': ['error', ...sideEffects, 'window', 'document', 'File', 'Blob'],
      },
    },
    {
      files: ['{test,bench}/**/*.{ts,tsx}'],
      plugins: ['jest'],
      rules: {
        'jest/no-disabled-tests': 'error',
        'jest/no-focused-tests': 'error',
        // The fake DevTools extension is imported before all else, for its side effect, and then by name.
        'import/no-duplicates': 'off',
        '@typescript-eslint/no-non-null-assertion': 'off',
      },
    },
    {
      // Playwright's fixtures call `use`, which is not a hook.
      files: ['test/e2e/**/*.ts'],
      rules: { 'react-hooks/rules-of-hooks': 'off' },
    },
    {
      files: ['*.config.{ts,mjs}', 'config/**/*.ts', 'test/e2e/globalSetup.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Plain Node scripts outside the TypeScript projects.
      files: ['*.cjs', '*.mjs'],
      parser: 'espree',
      parserOptions: { ecmaVersion: 2023 },
      env: { node: true, es2023: true },
      rules: {
        'no-console': 'off',
        '@typescript-eslint/no-require-imports': 'off',
        '@typescript-eslint/consistent-type-imports': 'off',
      },
    },
    {
      files: ['*.mjs'],
      parserOptions: { sourceType: 'module' },
    },
    {
      files: ['public/*.js', 'server/src/pipelines/{seal,viewer}/*.mjs'],
      env: { browser: true },
    },
  ],
};
