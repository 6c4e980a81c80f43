import { FlatRows } from './flat-rows.ts'
import { fieldsOfJson, isJsonObject, parsedJson } from './json-fields.ts'
import { JsonScanner } from './json-scanner.ts'
import { most, refused } from './refusals.ts'
import type { SourceHints, SourceRow } from './source-rows.ts'

/**
 * The rows of a JSON document: the objects of the array at `rowsAt`, a path such as `items`, or of its only array, or the one object
 * that it is. A field within another is a column of both names, `amount.value`.
 */
export async function* jsonSource(text: AsyncIterable<string>, hints: SourceHints): AsyncGenerator<SourceRow[]> {
  const rows = new FlatRows(hints)
  const flat = (objects: readonly unknown[]) => objects.flatMap((one) => rows.add(fieldsOfJson(one)))
  const path = hints.rowsAt?.replaceAll('/', '.').replace(/^\./, '') || undefined
  let scanner: JsonScanner | null = path === undefined ? null : new JsonScanner(path)
  let begin = ''
  for await (const piece of text) {
    if (!scanner) {
      begin += piece
      // An array of rows is read as it comes; an object may be a row itself, and no row is longer than a line.
      if (/^\ufeff?\s*\[/.test(begin)) scanner = new JsonScanner('')
      else if (begin.length > most.lineCharacters) scanner = new JsonScanner(null)
      else continue
      yield flat(scanner.take(begin).map(parsedJson))
      begin = ''
    } else yield flat(scanner.take(piece).map(parsedJson))
  }
  scanner?.end()
  if (!scanner) yield flat(rowsOf(parsedJson(begin.replace(/^\ufeff/, '')), hints))
  yield rows.end()
}

/** The rows of a document that is one object: those of an array around which it is the envelope, or itself. */
function rowsOf(whole: unknown, { headers }: SourceHints): readonly unknown[] {
  if (!isJsonObject(whole)) throw refused('rows_missing')
  const titles = fieldsOfJson(whole)
  if (headers?.length && headers.every((header) => titles.has(header))) return [whole]
  const arrays = arraysIn(whole)
  const [only] = arrays
  if (only && arrays.length === 1 && (envelopes.has(only.name) || !('id' in whole))) return only.rows
  const named = arrays.filter(({ name }) => envelopes.has(name))
  if (named.length === 1) return named[0]?.rows ?? []
  if (arrays.length > 1 && !('id' in whole)) throw refused('rows_undecided')
  return [whole]
}
/** What lists of an interface call their elements. */
const envelopes: ReadonlySet<string> = new Set(
  'data items transactions results records entries list rows values content payments refunds settlements payouts disputes'.split(
    ' ',
  ),
)
function arraysIn(whole: Record<string, unknown>, depth = 0): { name: string; rows: unknown[] }[] {
  return Object.entries(whole).flatMap(([key, value]) => {
    if (Array.isArray(value)) return value.length > 0 && value.every(isJsonObject) ? [{ name: key, rows: value }] : []
    return isJsonObject(value) && depth < 4 ? arraysIn(value, depth + 1) : []
  })
}
