import { keepEmbedding } from '../../browser/embed/embedding';
import { keepBrowser } from '../../browser/open-browser';
import { runGroup } from '../run-group';

keepBrowser();
keepEmbedding();
runGroup(__filename);
