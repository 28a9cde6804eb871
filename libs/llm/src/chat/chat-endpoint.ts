/** A model behind an OpenAI-compatible server. */
export interface ChatEndpoint {
  /** Its name in metrics and logs. */
  name: 'general' | 'sql';
  /** Base URL, without `/chat/completions`. */
  baseUrl: string;
  /** Null: no Authorization header is sent. */
  apiKey: string | null;
  model: string;
}
