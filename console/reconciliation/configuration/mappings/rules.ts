import type { MappingReading } from '#contract/recon-mapping-shapes.ts'

export type LeftOutRule = NonNullable<MappingReading['skip']>[number]
export type Condition = LeftOutRule['when'][number]
/** How a cell is tested. */
export const conditionKinds = ['is', 'starts_with', 'empty', 'filled'] as const
export type ConditionKind = (typeof conditionKinds)[number]

export function kindOf({ is, starts_with, empty }: Condition): ConditionKind {
  if (is) return 'is'
  if (starts_with) return 'starts_with'
  return empty === false ? 'filled' : 'empty'
}

/** Conditions with one test each: of one that has several all have to hold as well. */
export const apart = (conditions: readonly Condition[]): Condition[] =>
  conditions.flatMap(({ column, is, starts_with, empty }) => {
    const each: Condition[] = [
      ...(is ? [{ column, is }] : []),
      ...(starts_with ? [{ column, starts_with }] : []),
      ...(empty === undefined ? [] : [{ column, empty }]),
    ]
    return each.length > 0 ? each : [{ column }]
  })

/** A rule without a name is called what it says, in no language. */
export const ruleName = ({ rule, when }: LeftOutRule): string =>
  rule.trim() ||
  apart(when)
    .map((one) => `${one.column}: ${(one.is ?? one.starts_with)?.join(', ') || (one.empty ? '–' : '*')}`)
    .join(' · ')
    .slice(0, 60)

const isComplete = (when: readonly Condition[]): boolean =>
  apart(when).every((one) => one.column !== '' && (one.is ?? one.starts_with ?? [one.empty]).length > 0)

/** What is sent to be kept: every rule has a name. */
export const namedReading = (reading: MappingReading): MappingReading =>
  reading.skip ? { ...reading, skip: reading.skip.map((rule) => ({ ...rule, rule: ruleName(rule) })) } : reading

/** What a sample is read by: rules and figures that are still being typed are left out, as columns are that are not complete. */
export function completeReading(reading: MappingReading): MappingReading {
  const { skip, types_when, sections, proof } = reading
  const stated = proof?.stated?.filter(({ section, column }) => section !== '' && column !== '')
  return {
    ...reading,
    ...(skip && { skip: skip.filter(({ when }) => isComplete(when)) }),
    ...(types_when && { types_when: types_when.filter(({ when }) => isComplete(when)) }),
    ...(sections && { sections: sections.column === '' ? undefined : sections }),
    ...(proof && { proof: { ...proof, stated: sections?.column === '' ? undefined : stated } }),
  }
}
