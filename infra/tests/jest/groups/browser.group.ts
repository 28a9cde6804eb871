import { keepPlainStack } from '../../product/plain-stack';
import { runGroup } from '../run-group';

keepPlainStack();
runGroup(__filename);
