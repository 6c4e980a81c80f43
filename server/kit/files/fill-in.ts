import { escaped, textCell } from './cells.ts'
import type { Sheet } from './spreadsheet.ts'

/** What people fill in in a sheet that they send back. */
export interface FillIn {
  /** The tab of a hidden sheet with what there is to choose: at most 31 characters. */
  name: string
  /** The columns that are not locked, by their place from 0, with what there is to choose; none where any text may stand. */
  choices: ReadonlyMap<number, readonly string[]>
}

/** Locks a sheet but for its open cells, and lets choose in their columns. It comes behind the rows. */
export function lockedXml({ name, choices }: FillIn, lastRow: number): string {
  const lists = [...choices].filter(([, texts]) => texts.length > 0)
  const sheet = `'${name.replaceAll("'", "''")}'`
  const validations = lists.map(([place, texts], at) => {
    const from = `$${letters(at)}$`
    const list = escaped(`${sheet}!${from}2:${from}${texts.length + 1}`)
    const where = `${letters(place)}2:${letters(place)}${lastRow}`
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${where}"><formula1>${list}</formula1></dataValidation>`
  })
  const all = `<dataValidations count="${lists.length}">${validations.join('')}</dataValidations>`
  return `<sheetProtection sheet="1" formatColumns="0" formatRows="0"/>${lists.length > 0 ? all : ''}`
}

/** The hidden sheet: a column for each list, under the title of the column in which it is chosen. */
export const choiceSheet = ({ rightToLeft, columns }: Pick<Sheet, 'rightToLeft' | 'columns'>, fillIn: FillIn): Sheet => ({
  name: fillIn.name,
  rightToLeft,
  columns: [...fillIn.choices].flatMap(([place, texts]) => (texts.length > 0 ? [columns[place] ?? { title: '', width: 24 }] : [])),
}) // prettier-ignore
export async function* choiceRows({ choices }: FillIn): AsyncGenerator<string[]> {
  const lists = [...choices.values()].filter((texts) => texts.length > 0)
  const most = Math.max(0, ...lists.map((texts) => texts.length))
  yield Array.from({ length: most }, (_, at) => lists.map((texts) => textCell(texts[at] ?? '')).join(''))
}

/** The letters of a column by its place from 0. */
const letters = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : letters(Math.floor(place / 26) - 1) + letters(place % 26)
