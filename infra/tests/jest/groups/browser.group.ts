import { keepAdministeredWorld } from '../../browser/console/administered-world';
import { keepBrowser } from '../../browser/open-browser';
import { keepPlainStack } from '../../product/plain-stack';
import { runGroup } from '../run-group';

keepBrowser();
keepPlainStack();
keepAdministeredWorld();
runGroup(__filename);
