/**
 * A decimal as people write it, in Western digits with a point: grouping marks go, Arabic and Persian digits and marks are
 * read. '1,234.50' → '1234.50', '١٬٢٣٤٫٥' → '1234.5'. What is no decimal comes back as it is.
 */
export function westernDecimal(written: string): string {
  return written
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll(/[,٬\s\u00a0\u202f'’]/g, '')
}
