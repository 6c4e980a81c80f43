import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { recordTypes } from '#contract/recon-records.ts'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { codeWord, wireWord } from '#console/kit/i18n/words.ts'
import { AdvancedPart } from './advanced-part.tsx'
import { Conditions } from './conditions.tsx'
import { apart, ruleName, type Condition } from './rules.ts'
import type { AdvancedProps } from './use-mapping.ts'
import styles from '../configuration.module.css'

const most = 50
const firstConditions: Condition[] = [{ column: '', is: [] }]

/** Rules that leave rows out, each with a name and conditions. */
export function LeftOut({ layout, ...part }: AdvancedProps): ReactNode {
  const { t } = useTranslation()
  const { edited, change, errors } = part
  const rules = edited.reading.skip ?? []
  const set = (skip: typeof rules) => change({ reading: { ...edited.reading, skip: skip.length > 0 ? skip : undefined } })
  const put = (at: number, next: Partial<(typeof rules)[number]>) => set(rules.map((one, place) => (place === at ? { ...one, ...next } : one)))
  const own = layout?.skip?.length ?? 0
  return (
    <AdvancedPart
      title={t(($) => $.reconConfiguration.advanced.leftOut.title)}
      text={t(($) => $.reconConfiguration.advanced.leftOut.text)}
      example={t(($) => $.reconConfiguration.advanced.leftOut.example)}
      {...(rules.length < most && { add: { label: t(($) => $.reconConfiguration.advanced.leftOut.add), onAdd: () => set([...rules, { rule: '', when: firstConditions }]) } })}
      fault={errors['reading.skip']}
    >
      {own > 0 && <p className={styles['about']}>{t(($) => $.reconConfiguration.advanced.leftOut.ofLayout, { count: own })}</p>}
      <ul className={styles['lines']}>
        {rules.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be the same
          <RuleLine key={at} {...part} path={`reading.skip.${at}.when`} when={one.when} onWhen={(when) => put(at, { when })} removal={t(($) => $.reconConfiguration.advanced.leftOut.remove, { name: isolated(codeWord('reconRules', ruleName(one))) })} onRemove={() => set(rules.filter((_, place) => place !== at))}>
            <TextInput
              label={t(($) => $.reconConfiguration.advanced.leftOut.name)}
              description={t(($) => $.reconConfiguration.advanced.leftOut.nameHint)}
              placeholder={ruleName(one)}
              dir="auto"
              maxLength={60}
              value={one.rule}
              error={errors[`reading.skip.${at}.rule`]}
              onChange={(event) => put(at, { rule: event.currentTarget.value })}
            />
          </RuleLine>
        ))}
      </ul>
    </AdvancedPart>
  )
} // prettier-ignore

/** Types that conditions tell and no word alone. */
export function TypesWhen(part: AdvancedProps): ReactNode {
  const { t } = useTranslation()
  const { edited, change, errors } = part
  const rules = edited.reading.types_when ?? []
  const set = (next: typeof rules) => change({ reading: { ...edited.reading, types_when: next.length > 0 ? next : undefined } })
  const put = (at: number, next: Partial<(typeof rules)[number]>) => set(rules.map((one, place) => (place === at ? { ...one, ...next } : one)))
  if (edited.file_type === 'transaction') return null
  return (
    <AdvancedPart
      title={t(($) => $.reconConfiguration.advanced.typesWhen.title)}
      text={t(($) => $.reconConfiguration.advanced.typesWhen.text)}
      example={t(($) => $.reconConfiguration.advanced.typesWhen.example)}
      {...(rules.length < most && { add: { label: t(($) => $.reconConfiguration.advanced.typesWhen.add), onAdd: () => set([...rules, { type: 'fee', when: firstConditions }]) } })}
      fault={errors['reading.types_when']}
    >
      <ul className={styles['lines']}>
        {rules.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be the same
          <RuleLine key={at} {...part} path={`reading.types_when.${at}.when`} when={one.when} onWhen={(when) => put(at, { when })} removal={t(($) => $.reconConfiguration.advanced.typesWhen.remove, { type: wireWord('recordTypes', one.type) })} onRemove={() => set(rules.filter((_, place) => place !== at))}>
            <NativeSelect
              label={t(($) => $.reconConfiguration.advanced.typesWhen.type)}
              data={recordTypes.map((value) => ({ value, label: wireWord('recordTypes', value) }))}
              value={one.type}
              onChange={(event) => put(at, { type: event.currentTarget.value as typeof one.type })}
            />
          </RuleLine>
        ))}
      </ul>
    </AdvancedPart>
  )
} // prettier-ignore

interface RuleLineProps extends Pick<AdvancedProps, 'titles' | 'wordsOf' | 'errors'> {
  path: string
  when: readonly Condition[]
  onWhen: (when: Condition[]) => void
  /** What its removal is called. */
  removal: string
  onRemove: () => void
  children: ReactNode
}
const RuleLine = ({ path, when, onWhen, removal, onRemove, children, titles, wordsOf, errors }: RuleLineProps): ReactNode => {
  const { t } = useTranslation()
  return (
    <li className={styles['rule']}>
      <div className={styles['inline']}>
        {children}
        <Button variant="default" aria-label={removal} onClick={onRemove}>
          {t(($) => $.reconConfiguration.remove)}
        </Button>
      </div>
      <Conditions conditions={apart(when)} path={path} titles={titles} wordsOf={wordsOf} errors={errors} onChange={onWhen} />
    </li>
  )
} // prettier-ignore
