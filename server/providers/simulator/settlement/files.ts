import { restated, type Closing } from './closings.ts'
import type { ShapeName } from './records.ts'
import { adyenSheet } from './shapes/adyen-sheet.ts'
import { bankCamt } from './shapes/bank-camt.ts'
import { ownCsv } from './shapes/own-csv.ts'
import { paypalStl } from './shapes/paypal-stl.ts'

/** A file that the simulator lays down for a merchant account; its bytes are made when they are asked for, the same each time. */
export interface SettlementFile {
  account: string
  /** Such as `/settlement/…csv`. */
  path: string
  shape: ShapeName
  /** From when it is there. */
  at: Date
  closing: Closing
  /** It comes bit by bit while it is looked at. */
  isGrowing: boolean
  bytes(): Promise<Buffer>
}

interface Shape {
  folder: string
  name(closing: Closing): string
  /** Put before the ending of a second and a corrected file. */
  write(closing: Closing, flaws: { footerWrong: boolean }): Buffer | Promise<Buffer>
}
const compact = (day: string): string => day.replaceAll('-', '')
const two = (part: number): string => String(part).padStart(2, '0')
const shapes: Record<ShapeName, Shape> = {
  csv: {
    folder: 'settlement',
    name: ({ account, day, part }) => `settlement_${account}_${compact(day)}_${two(part)}.csv`,
    write: ownCsv,
  },
  adyen: {
    folder: 'adyen',
    name: ({ number }) => `settlement_detail_report_batch_${number}.xlsx`,
    write: adyenSheet,
  },
  paypal: { folder: 'paypal', name: ({ day, part }) => `STL-${compact(day)}.${two(part)}.009.csv`, write: paypalStl },
  camt: { folder: 'bank', name: ({ number }) => `camt053_${number}.xml`, write: bankCamt },
}
export const folders: readonly string[] = Object.values(shapes).map(({ folder }) => folder)

/** The files of a closing that are there at some time, each shape's after its flaws. */
export const filesOf = (closing: Closing, seed: string): SettlementFile[] =>
  (Object.keys(shapes) as ShapeName[]).flatMap((shape) => filesOfShape(closing, { shape, seed }))

function filesOfShape(closing: Closing, { shape, seed }: { shape: ShapeName; seed: string }): SettlementFile[] {
  const { account } = closing
  const { folder, name, write } = shapes[shape]
  const flaws = closing.flaws.filter((flaw) => flaw.shapes.includes(shape))
  const flawOf = (kind: string) => flaws.find((flaw) => flaw.kind === kind)
  const late = flawOf('late')
  const at = late ? later(closing.at, late.minutes) : closing.at
  const footerWrong = flawOf('footer_wrong') !== undefined
  const whole = (of: Closing) => async () => write(of, { footerWrong })
  const isTruncated = flawOf('truncated') !== undefined
  const path = `/${folder}/${name(closing)}`
  const own = { account, shape, closing, isGrowing: false }
  const files: SettlementFile[] = [
    {
      ...own,
      path,
      at,
      isGrowing: flawOf('growing') !== undefined,
      bytes: async () => cut(await whole(closing)(), isTruncated),
    },
  ]
  const again = flawOf('sent_again')
  if (again)
    files.push({
      ...own,
      path: marked(path, '_2'),
      at: after(at, again.at),
      bytes: async () => cut(await whole(closing)(), isTruncated),
    })
  const corrected = flawOf('restated')
  // A bank states what it has booked: what the provider restates leaves that as it is.
  if (corrected && shape !== 'camt')
    files.push({
      ...own,
      path: marked(path, '_R1'),
      at: after(at, corrected.at),
      bytes: whole(restated(closing, seed)),
    })
  return files
}

const cut = (bytes: Buffer, isTruncated: boolean): Buffer =>
  isTruncated ? bytes.subarray(0, Math.floor(bytes.length * 0.6)) : bytes
const marked = (path: string, mark: string): string => path.replace(/(?=\.[^.]+$)/, mark)
const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
/** An hour after the first file, or at once where it was asked for later. */
function after(at: Date, asked: Date): Date {
  const hour = later(at, 60)
  return asked > hour ? asked : hour
}
