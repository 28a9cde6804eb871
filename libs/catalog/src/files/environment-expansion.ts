/** Result of expanding a text with `${NAME}`. */
export type Expansion = { ok: true; text: string } | { ok: false; missing: string[] };

/**
 * Replaces every `${NAME}` by the variable's value, and `${NAME:-default}` by the default if the variable is unset or
 * empty (as a shell does). Missing variables are reported, never replaced by an empty text.
 */
export function expandEnvironment(text: string, env: Readonly<Record<string, string | undefined>>): Expansion {
  const missing = new Set<string>();
  const expanded = text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (_all, name: string, fallback: string | undefined) => {
      const value = env[name] || fallback;
      if (value === undefined) missing.add(name);
      return value ?? '';
    },
  );
  return missing.size === 0 ? { ok: true, text: expanded } : { ok: false, missing: [...missing] };
}
