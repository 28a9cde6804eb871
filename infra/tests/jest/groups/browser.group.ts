import { keepAdministeredWorld } from '../../browser/console/administered-world';
import { keepPlainStack } from '../../product/plain-stack';
import { runGroup } from '../run-group';

keepPlainStack();
keepAdministeredWorld();
runGroup(__filename);
