import { createDevelopmentTools } from './app/devtools/developmentTools';
import { start } from './app/start';

void start(createDevelopmentTools);
