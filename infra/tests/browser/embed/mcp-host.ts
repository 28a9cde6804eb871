import { AppBridge, PostMessageTransport, type McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge';

/** A page that shows a view as an MCP host does. Its backend passes calls of tools on to the server. */

interface Window {
  contexts: unknown[];
  called: string[];
  /** Calls a tool for the user, and shows its result. */
  open: (name: string, input: Record<string, unknown>, context: McpUiHostContext) => Promise<void>;
  change: (context: McpUiHostContext) => void;
}

const page = globalThis as unknown as Window;
page.contexts = [];
page.called = [];

// The types of a browser are not those of this repository's tests.
const { document } = globalThis as unknown as {
  document: { querySelector: (selector: string) => { contentWindow: never; src: string; style: { height: string } } };
};

type Result = Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;

async function call(name: string, input: unknown): Promise<Result> {
  page.called.push(name);
  const response = await fetch('/tool', { method: 'POST', body: JSON.stringify({ name, arguments: input ?? {} }) });
  return (await response.json()) as Result;
}

let bridge: AppBridge | null = null;

page.open = async (name, input, context) => {
  const frame = document.querySelector('iframe');
  bridge = new AppBridge(
    null,
    { name: 'A host', version: '1' },
    { serverTools: {}, updateModelContext: { text: {} } },
    { hostContext: context },
  );
  const opened = bridge;
  opened.oncalltool = ({ name: tool, arguments: given }) => call(tool, given);
  opened.onupdatemodelcontext = (context) => {
    page.contexts.push(context);
    return Promise.resolve({});
  };
  opened.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  opened.addEventListener('initialized', () => {
    void opened.sendToolInput({ arguments: input });
    void call(name, input).then((result) => opened.sendToolResult(result));
  });
  await opened.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = '/view.html';
};

page.change = (context) => void bridge?.setHostContext(context);
