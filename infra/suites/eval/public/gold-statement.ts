/** `:today` stands for the day as a date. */
export const statementOf = (sql: string, day: string): string => sql.replace(/(?<![:\w]):today\b/g, `DATE '${day}'`);
