/** One line of a goal's result. */
export interface Line {
  what: string
  /** As it was measured, with its unit. */
  value: string
  /** What is asked of it; absent for a figure that only explains. */
  goal?: Bound
}

/** A figure against its goal, and against the goal after that. */
export interface Bound {
  measured: number
  goal: number
  stretch?: number
  better: 'more' | 'less'
  unit?: string
}

/** The lines as a table, each with its verdict, in Markdown. */
export function tableOf(title: string, lines: readonly Line[]): string {
  const rows = lines.map(({ what, value, goal }) => [what, value, ...(goal ? boundCells(goal) : ['', '', ''])])
  const cells = [['', 'measured', 'goal', 'stretch', 'verdict'], ...rows]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const text = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [`### ${title}`, text(head), `|${widths.map((w) => '-'.repeat(w + 2)).join('|')}|`, ...body.map(text)].join(
    '\n',
  )
}

/** Whether every goal of the lines is met. */
export const met = (lines: readonly Line[]): boolean =>
  lines.every(({ goal }) => goal === undefined || reaches(goal, goal.goal))

const reaches = ({ measured, better }: Bound, wanted: number) =>
  better === 'more' ? measured >= wanted : measured <= wanted

function boundCells(bound: Bound): string[] {
  const { goal, stretch, better, unit = '' } = bound
  const sign = better === 'more' ? '≥' : '≤'
  const verdict = !reaches(bound, goal)
    ? 'missed'
    : stretch !== undefined && reaches(bound, stretch)
      ? 'stretch'
      : 'met'
  return [`${sign} ${goal}${unit}`, stretch === undefined ? '' : `${sign} ${stretch}${unit}`, verdict]
}
