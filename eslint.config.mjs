import { FlatCompat } from '@eslint/eslintrc';
import js from '@eslint/js';
import config from './.eslintrc.cjs';

// Editors and `npx eslint FILE` look for this file. The rules are in .eslintrc.cjs.
const compat = new FlatCompat({ baseDirectory: import.meta.dirname, recommendedConfig: js.configs.recommended });

export default [{ files: ['**/*.{ts,tsx,cjs,mjs}'] }, ...compat.config(config)];
