import { openBenchDatabase } from './database.ts'
import * as g1 from './g1.ts'
import * as g2 from './g2.ts'
import * as g3 from './g3.ts'
import * as g4 from './g4.ts'
import * as g5 from './g5.ts'
import * as g6 from './g6.ts'
import * as g7 from './g7.ts'
import * as g9 from './g9.ts'
import * as g9Blocks from './g9-blocks.ts'
import * as g10 from './g10.ts'
import * as g10Workbooks from './g10-workbooks.ts'
import * as g11 from './g11.ts'
import * as g11Background from './g11-background.ts'
import * as g12 from './g12.ts'
import * as g13 from './g13.ts'
import * as g14 from './g14.ts'
import * as g15 from './g15.ts'
import * as g16 from './g16.ts'
import * as g17 from './g17.ts'
import * as g18 from './g18.ts'
import * as g19 from './g19.ts'
import * as g20 from './g20.ts'
import * as g21 from './g21.ts'
import * as g22 from './g22.ts'
import * as g23 from './g23.ts'
import * as g24 from './g24.ts'
import * as g25 from './g25.ts'
import * as g26 from './g26.ts'
import * as g27 from './g27.ts'
import * as g28 from './g28.ts'
import * as g29 from './g29.ts'
import * as g30 from './g30.ts'
import * as g31 from './g31.ts'
import * as g32 from './g32.ts'
import * as g33 from './g33.ts'
import * as g34 from './g34.ts'
import * as g35 from './g35.ts'
import * as g36 from './g36.ts'
import * as g37 from './g37.ts'
import * as g38 from './g38.ts'
import * as g39 from './g39.ts'
import * as g40 from './g40.ts'
import * as g41 from './g41.ts'
import * as g42 from './g42.ts'
import * as g43 from './g43.ts'
import * as analytics from './analytics-screens.ts'
import { met, tableOf } from './table.ts'

/**
 * `npm run bench` measures every goal, `npm run bench -- G1 G7` some. Each figure is a ratio to the lower bound of the
 * same run, the median of alternating rounds: read ratios, not absolutes. Exits 1 when a goal is missed.
 */
const goals = {
  G1: g1,
  G2: g2,
  G3: g3,
  G4: g4,
  G5: g5,
  G6: g6,
  G7: g7,
  G9: g9,
  G9B: g9Blocks,
  G10: g10,
  G10W: g10Workbooks,
  G11: g11,
  G11B: g11Background,
  G12: g12,
  G13: g13,
  G14: g14,
  G15: g15,
  G16: g16,
  G17: g17,
  G18: g18,
  G19: g19,
  G20: g20,
  G21: g21,
  G22: g22,
  G23: g23,
  G24: g24,
  G25: g25,
  G26: g26,
  G27: g27,
  G28: g28,
  G29: g29,
  G30: g30,
  G31: g31,
  G32: g32,
  G33: g33,
  G34: g34,
  G35: g35,
  G36: g36,
  G37: g37,
  G38: g38,
  G39: g39,
  G40: g40,
  G41: g41,
  G42: g42,
  G43: g43,
  Analytics: analytics,
}
const effort = { rounds: Number(process.env['ROUNDS'] ?? 5), seconds: Number(process.env['SECONDS'] ?? 4) }

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(goals, name))
if (unknown !== undefined)
  throw new Error(`${unknown} is not measured here; there are ${Object.keys(goals).join(', ')}`)

const say = (line: string) => process.stderr.write(`${line}\n`)
const database = await openBenchDatabase(say)
try {
  for (const [name, goal] of Object.entries(goals)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    say(`Measuring ${name}`)
    const lines = await goal.measure(database, effort)
    process.stdout.write(`${tableOf(goal.title, lines)}\n\n`)
    if (!met(lines)) process.exitCode = 1
  }
} finally {
  await database.stop()
}
