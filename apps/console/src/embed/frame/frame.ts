import './frame.css';
import '../querent-ask';
import type { QuerentAsk } from '../querent-ask';
import { parentMessage } from './parent-messages';

/** The document of `/embed`: the element alone, which asks the page around the frame for tokens. */

/** Wait for a token, ms. The page may not listen yet, so it is asked again meanwhile. */
const TOKEN_MS = 15_000;
const ASK_AGAIN_MS = 2_000;

const { parent } = window;
/** The origin that has answered; until then messages, which contain nothing secret, go to any. */
let parentOrigin = '*';
let receive: ((token: string) => void) | null = null;

const post = (message: { type: string } & Record<string, unknown>): void => {
  if (parent !== window) parent.postMessage(message, parentOrigin);
};

const element = document.createElement('querent-ask') as QuerentAsk;
const search = new URLSearchParams(window.location.search);
for (const name of ['connection', 'locale', 'theme']) {
  const value = search.get(name);
  if (value !== null) element.setAttribute(name, value);
}
if (search.get('locale') === 'zh') document.documentElement.lang = 'zh-CN';

element.token = () =>
  new Promise((resolve, reject) => {
    const ask = (): void => post({ type: 'querent:token-needed' });
    const asking = setInterval(ask, ASK_AGAIN_MS);
    const end = (): void => {
      clearInterval(asking);
      clearTimeout(timer);
      receive = null;
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error('The page gave no token.'));
    }, TOKEN_MS);
    receive = (token) => {
      end();
      resolve(token);
    };
    ask();
  });

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || parent === window) return;
  const message = parentMessage(data);
  if (message === null) return;
  parentOrigin = origin === 'null' ? '*' : origin;
  if (message.type === 'querent:token') receive?.(message.token);
  else for (const [name, value] of message.variables) element.style.setProperty(name, value);
});

element.addEventListener('querent-answer', (event) => post({ type: 'querent:answer', ...detailOf(event) }));
element.addEventListener('querent-error', (event) => post({ type: 'querent:error', ...detailOf(event) }));

const detailOf = (event: Event): Record<string, unknown> => (event as CustomEvent<Record<string, unknown>>).detail;

let height = 0;
new ResizeObserver(() => {
  const next = Math.ceil(element.getBoundingClientRect().height);
  if (next === height) return;
  height = next;
  post({ type: 'querent:height', height });
}).observe(element);

document.getElementById('frame')?.append(element);
post({ type: 'querent:ready' });
