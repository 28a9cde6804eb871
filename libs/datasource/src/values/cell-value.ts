/** One value of a result, ready for JSON: numbers only where they are exact. */
export type CellValue = string | number | boolean | null | CellValue[] | { [key: string]: CellValue };
