import { keepConfiguredStack } from '../../e2e/configured-stack';
import { runGroup } from '../run-group';

keepConfiguredStack();
runGroup(__filename);
