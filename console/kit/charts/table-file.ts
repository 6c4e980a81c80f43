import type { AsTable } from './card.tsx'

/**
 * The table of a chart as a file that spreadsheets read: UTF-8 with its mark, cells by RFC 4180. A text that a spreadsheet
 * might evaluate gets an apostrophe, and marks of direction are left out.
 */
export function tableFile({ head, rows }: AsTable): Blob {
  const lines = [head, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(cell).join(','))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' })
}
function cell(text: string): string {
  const plain = text.replaceAll(/[\u200E\u200F\u2066-\u2069]/g, '').replaceAll('\u00A0', ' ')
  const safe = /^[\s"']*[=+@\t\r]|^-(?!\d|$)/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
