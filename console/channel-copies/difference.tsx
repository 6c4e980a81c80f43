import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CopyDifference } from '#contract/channel-copies.ts'
import { AuditChanges } from '#console/kit/details/audit-changes.tsx'
import { Section } from '#console/kit/details/detail.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage } from '#console/kit/i18n/words.ts'
import { copiedSentence, ruleChanges } from './copied-rule.ts'
import styles from './copy.module.css'
import { NamedChannel } from '#console/channels/logo.tsx'

type Channel = CopyDifference['channels'][number]
type Rule = CopyDifference['rules'][number]
type Item = Channel | Rule
const sections = ['make', 'change', 'blocked', 'stays'] as const

/** Whether copying makes or changes it. */
export const isCopied = ({ state }: Item): boolean => state === 'make' || state === 'change'
const sectionOf = ({ state }: Item): (typeof sections)[number] =>
  state === 'same' || state === 'left' ? 'stays' : state

/** What is made, what is changed, what cannot be copied and what stays; of what was done, the same in the past tense. */
export function DifferenceSections({ difference, isDone }: { difference: CopyDifference; isDone: boolean }): ReactNode {
  const { t } = useTranslation()
  const items = [...difference.channels, ...difference.rules]
  return sections.map((section) => {
    const own = items.filter((item) => sectionOf(item) === section)
    if (own.length === 0) return null
    const title = t(($) => $.channelCopies[isDone ? 'doneSections' : 'sections'][section])
    return (
      <Section key={section} title={title} folded={section === 'stays'}>
        <ul className={styles['items']}>
          {own.map((item) => (
            <li key={`${refOf(item)} ${item.state}`}>
              <ItemOf item={item} channels={difference.channels} />
            </li>
          ))}
        </ul>
      </Section>
    )
  })
}

const isRule = (item: Item): item is Rule => 'routing_ref' in item
const refOf = (item: Item): string => (isRule(item) ? item.routing_ref : item.channel_key)

function ItemOf({ item, channels }: { item: Item; channels: readonly Channel[] }): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { state } = item
  const changes = isRule(item) ? ruleChanges(item, channels, language) : changesShown(item)
  const said = useSaid(item)
  return (
    <>
      {isRule(item) ? <NamedRule name={item.name} /> : <NamedOf channel={item} />}
      {said && <p className={styles['said']}>{said}</p>}
      {state === 'make' && !isRule(item) && <p className={styles['said']}>{t(($) => $.channelCopies.comesDisabled)}</p>}
      {isRule(item) && state !== 'change' && (
        <p className={styles['sentence']}>{copiedSentence(item, channels, language)}</p>
      )}
      {Object.keys(changes).length > 0 && <AuditChanges entry={{ action: 'channel.copy', changes }} />}
    </>
  )
}

/** What is new has its name above, and is for any country unless it says another. */
function changesShown({ state, changes }: Item): Item['changes'] {
  if (state !== 'make') return changes
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, { after }]) => field !== 'name' && !(field === 'country' && after === 'GLOBAL'),
    ),
  )
}

/** Why it is not copied, or how it stays. */
function useSaid(item: Item): string {
  const { t } = useTranslation()
  const { state, why } = item
  if (state === 'same') return t(($) => $.channelCopies.same)
  if (state === 'left') return t(($) => $.channelCopies.left)
  if (why === '') return ''
  const names = isRule(item) ? item.missing.map(isolated).join(t(($) => $.app.comma)) : ''
  return t(($) => $.channelCopies.whys[why], { names })
}

function NamedOf({ channel: { catalogue_key: key, name } }: { channel: Channel }): ReactNode {
  const { t } = useTranslation()
  return (
    <h3 className={styles['name']}>
      <NamedChannel of={key} name={name} provider={name} note={t(($) => $.channelCopies.kinds.channel)} />
    </h3>
  )
}

function NamedRule({ name }: { name: string }): ReactNode {
  const { t } = useTranslation()
  return (
    <h3 className={styles['name']}>
      <bdi>{name}</bdi>
      <span className={styles['kind']}>{t(($) => $.channelCopies.kinds.rule)}</span>
    </h3>
  )
}
