/** Style sheets are imported as text `with { type: 'text' }`; other imports of them have no value. */
declare module '*.css' {
  const text: string;
  export default text;
}
