import { amountCell, emptyCell, numberCell, openCell, textCell, timeCells } from './cells.ts'
import type { FileFormat } from './file-format.ts'
import { spreadsheet } from './spreadsheet.ts'

export const xlsx: FileFormat = {
  ending: 'xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  between: '',
  cells: (timeZone) => ({
    empty: emptyCell,
    open: openCell,
    text: textCell,
    number: numberCell,
    amount: amountCell,
    time: timeCells(timeZone),
  }),
  file: spreadsheet,
}
