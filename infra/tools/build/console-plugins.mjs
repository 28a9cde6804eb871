import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** The texts of libraries in languages other than the page's are left out. */
export const languagesOfThePage = {
  name: 'languages-of-the-page',
  setup(build) {
    build.onLoad({ filter: /[\\/]react-(aria|stately)[\\/].*[\\/][a-z]{2}-[A-Z]{2}\.m?js$/ }, ({ path }) =>
      /[\\/](en-US|zh-CN)\.m?js$/.test(path) ? undefined : { contents: 'export default {};' },
    );
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * What libraries change outside of the elements that are theirs, or with a text as markup. An element in a page of
 * another company must not: the page's policy may forbid it, and its head and prototypes are not ours.
 */
const changes = [
  {
    file: /[\\/]zrender[\\/]lib[\\/]canvas[\\/]Painter\.js$/,
    // Trusted Types refuse even an empty text.
    from: /root\.innerHTML = ''/g,
    to: 'root.replaceChildren()',
  },
  {
    file: /[\\/]react-aria[\\/]dist[\\/]private[\\/]interactions[\\/]usePress\.mjs$/,
    // `styles/base.css` has the rule of this style element.
    from: /ownerDocument\.head\.prepend\(style\)/g,
    to: 'undefined',
  },
  {
    file: /[\\/]react-aria[\\/]dist[\\/]private[\\/]interactions[\\/]useFocusVisible\.mjs$/,
    // The prototype of all elements stays the browser's. A focus by a script then counts as one by the keyboard.
    from: /Reflect\.defineProperty\(windowObject\.HTMLElement\.prototype, 'focus'/g,
    to: "Reflect.defineProperty({}, 'focus'",
  },
];

export const nothingOutside = {
  name: 'nothing-outside',
  setup(build) {
    for (const { file, from, to } of changes)
      build.onLoad({ filter: file }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = source.replace(from, to);
        if (contents === source) return { errors: [{ text: `${path} does not contain ${from} any more` }] };
        return { contents, loader: 'js' };
      });
  },
};

/**
 * `import sheet from './x.css' with { type: 'text' }` gives the text of a style sheet with all that it imports, for a
 * shadow root.
 */
export const stylesAsText = {
  name: 'styles-as-text',
  setup({ onResolve, onLoad, esbuild, initialOptions }) {
    onResolve({ filter: /\.css$/ }, ({ path, resolveDir, with: attributes }) =>
      attributes.type === 'text' ? { path: resolve(resolveDir, path), namespace: 'style-text' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'style-text' }, async ({ path }) => {
      const { text } = await minified(esbuild, path, initialOptions);
      return { contents: text, loader: 'text', watchFiles: [path] };
    });
  },
};

/**
 * esbuild links no style sheet to a script that is imported later. A style sheet that such a module imports becomes a
 * module that loads it from a file beside the script, and is evaluated when it applies.
 * @param entries names of the modules whose style sheets the pages link
 */
export const stylesOfLazyPages = (folder, entries) => ({
  name: 'styles-of-lazy-pages',
  setup({ onResolve, onLoad, esbuild, initialOptions }) {
    onResolve({ filter: /\.css$/ }, ({ path, importer, kind, resolveDir, with: attributes }) =>
      kind === 'import-statement' && !attributes.type && !entries.some((entry) => importer.endsWith(entry))
        ? { path: resolve(resolveDir, path), namespace: 'lazy-style' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy-style' }, async ({ path }) => {
      const { text, hash } = await minified(esbuild, path, initialOptions);
      const mark = hash
        .replace(/[^A-Za-z0-9]/g, '')
        .slice(0, 8)
        .toUpperCase();
      const name = `${basename(path, '.css')}-${mark}.css`;
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/${name}`, text);
      return { contents: loadingStyle(`./${name}`), watchFiles: [path] };
    });
  },
});

async function minified(esbuild, path, { target, charset }) {
  const options = { entryPoints: [path], bundle: true, minify: true, write: false, target, charset };
  const { outputFiles } = await esbuild.build(options);
  return outputFiles[0];
}

const loadingStyle = (address) => `
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(${JSON.stringify(address)}, import.meta.url).href;
  document.head.append(link);
  // Without its style sheet the page is shown all the same.
  await new Promise((resolve) => (link.onload = link.onerror = resolve));`;
