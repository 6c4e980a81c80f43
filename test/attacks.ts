import { parse } from 'csv-parse/sync'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipped } from './unzip.ts'

const samples = join(import.meta.dirname, 'samples')
const corpus = join(import.meta.dirname, '../../shared/data/badinput')

/** Texts that spreadsheet programs may evaluate: samples of our own, and a list of another project where it is. */
export const formulas = (): string[] => [
  ...linesOf(join(samples, 'formulas.txt')),
  ...linesOf(join(corpus, 'csv_injection/csv-payload.txt')),
]

/** Texts that do harm where a text is taken for something else: samples of our own, and lists of other projects where they are. */
export function attacks(): string[] {
  const markup = [...linesOf(join(samples, 'xss.txt')), ...linesOf(join(corpus, 'xss/xss-payload-list.open.txt'))]
  const naughty = [...textsOf(join(samples, 'naughty.json')), ...textsOf(join(corpus, 'blns/blns.json'))]
  return [...new Set([...markup, ...formulas(), ...naughty])].filter((text) => text.trim() !== '')
}

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split(/\r?\n/).filter(Boolean) : [])
const textsOf = (path: string) => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as string[]) : [])

/** The tags of a document with the names of their attributes, without what stands in and between them. */
export const tagsOf = (html: string): string[] =>
  [...html.replaceAll(/(<script type="application\/json"[^>]*>).*?(<\/script>)/gs, '$1$2').matchAll(/<[^>]*>/g)].map(
    ([tag]) => tag.replaceAll(/="[^"]*"/g, ''),
  )

/** A text that a spreadsheet program would evaluate; a number is none, with its sign. */
const runs = (cell: string) => !/^-?\d+(\.\d+)?$/.test(cell) && /^[\s"]*[=+\-@＝＋－＠]/.test(cell)
/** The cells of an export as a workbook that are formulas, and those of the same as csv that a program would take for one. */
export const formulasIn = (workbook: Buffer, csv: string): string[] => [
  ...[...unzipped(workbook)].flatMap(([name, xml]) =>
    name.includes('worksheets') ? [...xml.matchAll(/<f[ >][^<]*/g)].map(([cell]) => cell) : [],
  ),
  ...(parse(csv, { bom: true }) as string[][]).flat().filter(runs),
]
