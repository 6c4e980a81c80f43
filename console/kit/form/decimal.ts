/**
 * A typed decimal in Western digits with a point: grouping marks are removed, Arabic and Persian digits and marks are
 * read, and so is a decimal comma. '1,234.50' → '1234.50', '24,5' → '24.5', '١٬٢٣٤٫٥' → '1234.5'. Any other text is
 * returned with its marks, so that it is refused: a comma that groups nothing must not make an amount a hundred times larger.
 */
export function westernDecimal(written: string): string {
  const text = written
    .trim()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
  if (decimalComma.test(text)) return text.replace(/[,،]/, '.')
  return grouped.test(text) ? text.replaceAll(marks, '') : text
}

const decimalComma = /^\d+[,،]\d{1,2}$/
const marks = /[,،٬\s\u00a0\u202f'’]/g
/** Groups of three, or as in India of two before the last one. */
const grouped = /^\d{1,3}(?:[,،٬\s\u00a0\u202f'’]\d{2,3})*[,،٬\s\u00a0\u202f'’]\d{3}(?:\.\d*)?$/
