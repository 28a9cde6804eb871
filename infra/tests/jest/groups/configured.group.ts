import { keepConfiguredStack } from '../../product/configured-stack';
import { runGroup } from '../run-group';

keepConfiguredStack();
runGroup(__filename);
