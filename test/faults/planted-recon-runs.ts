import { crashPoint, type Patch } from './patched-source.ts'

const close = 'server/settlements/close.ts'
const [freezes, posts, moves] = [
  '  await freeze(ctx, settlement)\n',
  '  const rates = settlement.is_booked ? await postClosing(ctx, settlement, closing) : {}\n',
  '  await moveOpenFrom(ctx, settlement.msm_id)\n',
]
/** Places of a closing, all before its commit. */
export const closingCrashes = {
  found: crashPoint('found', { file: close, line: freezes, at: 'before' }),
  frozen: crashPoint('frozen', { file: close, line: freezes, at: 'after' }),
  posted: crashPoint('posted', { file: close, line: posts, at: 'after' }),
  closed: crashPoint('closed', { file: close, line: moves, at: 'after' }),
}

/** What a closing posts is posted again under another key. */
const posting = "    transfer(ctx, { id, kind: 'settlement.closed', key: `${closing}:${unit}`, currency: unit, of })\n"
export const settlementPostedTwice: Patch = {
  file: 'server/settlements/post.ts',
  from: posting,
  to: `${posting}${posting.replace('${unit}', '${unit}:again')}`,
}

/** Of a reference that repeats the nearest two are paired first, again and again. */
export const greedyPairs: readonly Patch[] = [
  {
    file: 'server/recon-runs/match/resolve-block.ts',
    from: '  const pairs = a.length * b.length <= mostCompared ? assign(a, b) : equalInOrder(a, b)\n',
    to: '  const pairs = greedy(a, b)\n',
  },
  {
    file: 'server/recon-runs/match/resolve-block.ts',
    from: "type Joined = Pick<Resolved, 'matches' | 'duplicates'>\n",
    to: `type Joined = Pick<Resolved, 'matches' | 'duplicates'>
function greedy(a: readonly Placed[], b: readonly Placed[]): Pair[] {
  const all = a.flatMap((one) => b.map((other) => ({ a: one, b: other, isAmbiguous: false })))
  const off = (pair: Pair) => Math.abs(Number(pair.a.amount - pair.b.amount))
  const taken: Pair[] = []
  for (const pair of all.toSorted((one, other) => off(one) - off(other)))
    if (!taken.some((other) => other.a === pair.a || other.b === pair.b)) taken.push(pair)
  return taken
}
`,
  },
]

/** Of several assignments that are as cheap the first is taken for sure. */
export const tieTaken: Patch = {
  file: 'server/recon-runs/match/assign.ts',
  from: 'isAmbiguous: isOpen[at] ?? false }',
  to: 'isAmbiguous: false }',
}

/** What differs by the tolerance exactly is beyond it. */
export const toleranceExclusive: Patch = {
  file: 'server/recon-runs/work-out/judged.ts',
  from: 'abs(m.amount_off) > coalesce(o.tolerance, 0) as is_amount',
  to: 'abs(m.amount_off) >= coalesce(o.tolerance, 0) as is_amount',
}

/** A reference joins records of two currencies. */
export const currenciesMixed: Patch = {
  file: 'server/recon-runs/work-out/by-reference.ts',
  from: ' and b.kind = a.kind and b.unit = a.unit and b.sku = a.sku',
  to: ' and b.kind = a.kind and b.sku = a.sku',
}

/** Records of one time and amount are taken in the order in which they came. */
export const pairedAsTheyCame: Patch = {
  file: 'server/recon-runs/work-out/comparable-rows.ts',
  from: 'l.natural_key as place',
  to: "to_char(l.n, 'FM0000000000') as place",
}
