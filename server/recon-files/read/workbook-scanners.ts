import { whatShows, type Shows } from './date-formats.ts'
import { attributeOf, isNamed, XmlScanner } from './xml-scanner.ts'

/** What one part of a workbook says of another. */
export interface Relation {
  id: string
  type: string
  target: string
}

/** Reads a part of relations. */
export class RelationsScanner extends XmlScanner {
  readonly relations: Relation[] = []

  protected opened(text: string, from: number, to: number, end: number): void {
    if (!isNamed(text, from, to, 'Relationship')) return
    const of = (name: string) => attributeOf(text, to, end, name) ?? ''
    if (of('TargetMode') !== 'External')
      this.relations.push({ id: of('Id'), type: of('Type'), target: decoded(of('Target')) })
  }
  protected closed(): void {}
  protected read(): void {}
}
function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

/** Reads the names of the sheets, and from which day dates are counted. */
export class WorkbookScanner extends XmlScanner {
  readonly sheets: { name: string; relation: string; isHidden: boolean }[] = []
  epoch: 1900 | 1904 = 1900

  protected opened(text: string, from: number, to: number, end: number): void {
    if (isNamed(text, from, to, 'sheet'))
      this.sheets.push({
        name: attributeOf(text, to, end, 'name') ?? '',
        relation: attributeOf(text, to, end, 'id') ?? '',
        isHidden: /^(?:hidden|veryHidden)$/.test(attributeOf(text, to, end, 'state') ?? ''),
      })
    else if (isNamed(text, from, to, 'workbookPr') && /^(?:1|true|on)$/.test(attributeOf(text, to, end, 'date1904') ?? ''))
      this.epoch = 1904
  } // prettier-ignore
  protected closed(): void {}
  protected read(): void {}
}

/** Reads which styles of cells show dates. */
export class StylesScanner extends XmlScanner {
  #formats = new Map<number, string>()
  #cellFormats: number[] = []
  #inCells = false

  dateStyles(): Shows[] {
    return this.#cellFormats.map((id) => whatShows(id, this.#formats.get(id)))
  }

  protected opened(text: string, from: number, to: number, end: number): void {
    if (isNamed(text, from, to, 'numFmt'))
      this.#formats.set(Number(attributeOf(text, to, end, 'numFmtId')), attributeOf(text, to, end, 'formatCode') ?? '')
    else if (isNamed(text, from, to, 'cellXfs')) this.#inCells = true
    else if (this.#inCells && isNamed(text, from, to, 'xf'))
      this.#cellFormats.push(Number(attributeOf(text, to, end, 'numFmtId') ?? 0))
  }
  protected closed(text: string, from: number, to: number): void {
    if (isNamed(text, from, to, 'cellXfs')) this.#inCells = false
  }
  protected read(): void {}
}
