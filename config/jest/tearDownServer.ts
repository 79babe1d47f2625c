export { tearDown as default } from './setUpServer';
