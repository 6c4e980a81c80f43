import { FlatRows } from './flat-rows.ts'
import { most, refused } from './refusals.ts'
import type { SourceCell, SourceHints, SourceRow } from './source-rows.ts'
import { glanceAtXml, xmlRows, type XmlEvents } from './xml-stream.ts'

/**
 * The rows of an XML document: one per element at `rowsAt`, a path of local names such as `report/DataRecord`, or its end. Without
 * that, the highest elements that come more than once. An element within it is a column, `PaymentData.OrderID`; the second of one name
 * is `OrderID.2`, an attribute `Amount.@Ccy`.
 */
export async function* xmlSource(text: AsyncIterable<string>, hints: SourceHints): AsyncGenerator<SourceRow[]> {
  const pieces = text[Symbol.asyncIterator]()
  let begin = ''
  if (!hints.rowsAt)
    while (begin.length < beginCharacters) {
      const next = await pieces.next()
      if (next.done) break
      begin += next.value
    }
  const path = hints.rowsAt?.replace(/^\//, '') || rowsIn(begin)
  const reading = new RowsOfXml(path, hints)
  async function* all(): AsyncGenerator<string> {
    if (begin !== '') yield begin
    begin = ''
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  yield* xmlRows(all(), reading, () => reading.taken())
  yield reading.last()
}
const beginCharacters = 512 * 1024

class RowsOfXml implements XmlEvents {
  private readonly path: string
  private readonly rows: FlatRows
  private made: SourceRow[] = []
  /** The names of open elements, and within a row their titles with the text so far. */
  private readonly open: string[] = []
  private readonly within: { title: string; text: string; isLeaf: boolean; names: Map<string, number> }[] = []
  private fields = new Map<string, SourceCell>()
  private isPlace = false

  constructor(path: string, hints: SourceHints) {
    this.path = path
    this.rows = new FlatRows(hints)
  }

  begin(name: string, tag: Parameters<XmlEvents['begin']>[1]): void {
    this.open.push(name)
    const above = this.within.at(-1)
    if (!above) {
      const at = this.open.join('/')
      this.isPlace ||= this.path.startsWith(`${at}/`) || this.path === at
      if (at !== this.path && !at.endsWith(`/${this.path}`)) return
      this.isPlace = true
    }
    let title = ''
    if (above) {
      above.isLeaf = false
      const count = (above.names.get(name) ?? 0) + 1
      above.names.set(name, count)
      title = `${above.title === '' ? '' : `${above.title}.`}${name}${count > 1 ? `.${count}` : ''}`
    }
    this.within.push({ title, text: '', isLeaf: true, names: new Map() })
    for (const { local, prefix, value } of Object.values(tag.attributes))
      if (prefix !== 'xmlns' && local !== 'xmlns') this.fields.set(`${title === '' ? '' : `${title}.`}@${local}`, value)
  }
  text(piece: string): void {
    const top = this.within.at(-1)
    if (!top) return
    top.text += piece
    if (top.text.length > most.lineCharacters) throw refused('record_too_long')
  }
  end(): void {
    this.open.pop()
    const closed = this.within.pop()
    if (!closed) return
    const text = closed.text.trim()
    if (closed.title !== '' && (closed.isLeaf || text !== '')) this.fields.set(closed.title, text)
    else if (closed.title === '' && text !== '') this.fields.set('text', text)
    if (this.within.length > 0) return
    this.made.push(...this.rows.add(this.fields))
    this.fields = new Map()
  }

  taken(): SourceRow[] {
    const made = this.made
    this.made = []
    return made
  }
  last(): SourceRow[] {
    if (!this.isPlace) throw refused('rows_missing')
    return this.rows.end()
  }
}

/** The highest elements that come more than once and have elements within them, else the only ones that have them. */
function rowsIn(begin: string): string {
  const open: string[] = []
  const found = new Map<string, { count: number; isParent: boolean }>()
  glanceAtXml(begin, {
    begin(name) {
      const above = found.get(open.join('/'))
      if (above) above.isParent = true
      open.push(name)
      const path = open.join('/')
      const known = found.get(path) ?? { count: 0, isParent: false }
      if (found.size < 5_000) found.set(path, { ...known, count: known.count + 1 })
    },
    text() {},
    end: () => void open.pop(),
  })
  const depthOf = (path: string) => path.split('/').length
  const parents = [...found].filter(([path, { isParent }]) => isParent && depthOf(path) > 1)
  const byDepth = parents.toSorted(([one], [other]) => depthOf(one) - depthOf(other))
  const repeated = byDepth.find(([, { count }]) => count > 1)
  const single = byDepth.filter(([path]) => depthOf(path) === 2)
  const nested = single.find(([path]) => parents.some(([below]) => below.startsWith(`${path}/`)))
  const path = (repeated ?? nested ?? single[0])?.[0]
  if (path === undefined) throw refused('rows_missing')
  return path
}
