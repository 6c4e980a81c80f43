/**
 * A typed decimal in Western digits with a point: grouping marks are removed, Arabic and Persian digits and marks
 * are read. '1,234.50' → '1234.50', '١٬٢٣٤٫٥' → '1234.5'. Any other text is returned as it is.
 */
export function westernDecimal(written: string): string {
  return written
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll(/[,٬\s\u00a0\u202f'’]/g, '')
}
