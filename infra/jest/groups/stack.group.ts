import { keepPlainStack } from '../../e2e/plain-stack';
import { runGroup } from '../run-group';

keepPlainStack();
runGroup(__filename);
