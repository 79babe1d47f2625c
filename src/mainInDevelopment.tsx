import { createToolsWithBanner } from './app/devtools/createToolsWithBanner';
import { start } from './app/start';

void start(createToolsWithBanner);
