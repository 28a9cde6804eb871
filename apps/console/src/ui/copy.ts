/** Copies a text. False if the browser does not allow it, as in a page without HTTPS on another host. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
