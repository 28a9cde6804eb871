interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (markup: string) => string }): unknown;
}

/**
 * Allows libraries to empty an element by `innerHTML = ''` (the announcer of react-aria does), and nothing else: the
 * browser refuses any other text that a script would insert as markup.
 */
export function allowEmptyMarkupAlone(): void {
  const { trustedTypes } = window as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (markup) => {
      if (markup !== '') throw new TypeError('The page inserts no markup.');
      return '';
    },
  });
}
