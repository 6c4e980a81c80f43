import { ActionIcon, Select, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '#console/kit/form/decimal-input.tsx'
import { limits } from '#contract/limits.ts'
import { offeredMethods } from '#contract/methods.ts'
import { shareWords } from '#console/kit/i18n/names.ts'
import { NamedChannel } from '#console/channels/logo.tsx'
import { isolated } from '#console/kit/i18n/bidi.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { MoveButtons } from '#console/kit/ui/move-buttons.tsx'
import { joined, numbered, parted, ranksOf, sharesOf, stepped } from './ranks.ts'
import styles from './routing.module.css'
import { weightOf, type ChannelRow, type RuleValues } from './rule-values.ts'
import { ShareBar } from './share-bar.tsx'
import { channelNames, type Channels } from './use-rules.ts'

interface ChannelFieldsProps {
  form: UseFormReturnType<RuleValues>
  channels: Channels
}

/** The channels of a rule by rank. A channel is dragged onto a rank, or between two of them; two buttons do the same. */
export function ChannelFields({ form, channels }: ChannelFieldsProps): ReactNode {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLDivElement>(null)
  /** The step that was taken last, whose button is drawn anew in another rank and keeps the focus. */
  const [step, setStep] = useState<{ row: ChannelRow; by: -1 | 1 } | null>(null)
  useEffect(() => {
    const at = step ? form.values.channels.findIndex((row) => isSame(row, step.row)) : -1
    const button = step?.by === -1 ? 'up' : 'down'
    list.current?.querySelector<HTMLElement>(`[data-channel="${at}"] [data-step="${button}"]`)?.focus()
  }, [step])
  const { nameOf } = channelNames(channels)
  const rows = form.values.channels
  const groups = ranksOf(rows)
  const set = (next: readonly ChannelRow[], moved?: ChannelRow) => {
    form.setFieldValue('channels', [...next])
    const now = moved && next.find((row) => isSame(row, moved))
    if (!now) return
    const params = { channel: isolated(nameOf(now.channel_key)), rank: now.rank, ranks: ranksOf(next).length }
    setSaid(t(($) => $.routing.channelMovedTo, params))
  }
  const dropOn = (move: (at: number) => ChannelRow[]) => ({
    onDragOver: (event: DragEvent) => dragged !== null && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null) set(move(dragged), rows[dragged])
      setDragged(null)
    },
  })
  return (
    <div ref={list} className={`wide ${styles['editRanks']}`} data-dragging={dragged !== null || undefined}>
      <p className={styles['hint']}>{t(($) => $.routing.channelsHint)}</p>
      {groups.map((group, place) => {
        const shares = sharesOf(
          group.channels.map(({ channel }) => ({
            weight: weightOf(channel.weight) || 0,
            is_enabled: channel.is_enabled,
          })),
        )
        return (
          <div key={group.rank}>
            <div className={styles['gap']} {...dropOn((at) => parted(rows, at, place))} />
            <section
              className={styles['editRank']}
              aria-label={t(($) => $.routing.rank, { rank: group.rank })}
              {...dropOn((at) => joined(rows, at, group.rank))}
            >
              <h3>{t(($) => (place === 0 ? $.routing.rankFirst : $.routing.rankThen), { rank: group.rank })}</h3>
              {group.channels.map(({ channel, at }, index) => (
                <ChannelRowFields
                  key={`${channel.channel_key} ${at}`}
                  {...{ form, channels, channel, at }}
                  share={group.channels.length > 1 ? (shares[index] ?? 0) : null}
                  isFirst={place === 0 && group.channels.length === 1}
                  isLast={place === groups.length - 1 && group.channels.length === 1}
                  isDragged={dragged === at}
                  onDrag={setDragged}
                  onStep={(by) => {
                    set(stepped(rows, at, by), channel)
                    setStep({ row: channel, by })
                  }}
                  onRemove={() => set(numbered(rows.toSpliced(at, 1)))}
                />
              ))}
              {group.channels.length > 1 && <ShareBar shares={shares} />}
            </section>
          </div>
        )
      })}
      {groups.length > 0 && <div className={styles['gap']} {...dropOn((at) => parted(rows, at, groups.length))} />}
      {rows.length < limits.routingChannels && <AddChannel {...{ form, channels }} />}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </div>
  )
}
const isSame = (one: ChannelRow, other: ChannelRow) =>
  one.channel_key === other.channel_key && one.method_key === other.method_key

/** A channel that is not in the rule yet is tried behind the others. */
function AddChannel({ form, channels }: ChannelFieldsProps): ReactNode {
  const { t } = useTranslation()
  const rows = form.values.channels
  const open = channels.own.filter(
    ({ key, type }) => type !== 'External' && !rows.some((row) => row.channel_key === key && row.method_key === ''),
  )
  const add = (key: string | null) => {
    if (!key) return
    const rank = Math.max(0, ...rows.map((row) => row.rank)) + 1
    form.setFieldValue('channels', [...rows, { channel_key: key, method_key: '', rank, weight: '1', is_enabled: true }])
    form.clearFieldError('channels')
  }
  return (
    <Select
      className={styles['addChannel'] ?? ''}
      label={t(($) => $.routing.addChannel)}
      placeholder={t(($) => $.routing.chooseChannel)}
      data={open.map(({ key, name }) => ({ value: key, label: name }))}
      searchable
      disabled={open.length === 0}
      nothingFoundMessage={t(($) => $.list.noMatchTitle)}
      {...form.getInputProps('channels')}
      value={null}
      onChange={add}
    />
  )
}

interface ChannelRowProps extends ChannelFieldsProps {
  channel: ChannelRow
  at: number
  /** The part of the orders; null for a channel that has its rank alone. */
  share: number | null
  isFirst: boolean
  isLast: boolean
  isDragged: boolean
  onDrag: (at: number | null) => void
  onStep: (by: -1 | 1) => void
  onRemove: () => void
}
function ChannelRowFields(props: ChannelRowProps): ReactNode {
  const { form, channels, channel, at, share, isFirst, isLast, isDragged, onDrag, onStep, onRemove } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const { nameOf, logoOf } = channelNames(channels)
  const name = nameOf(channel.channel_key)
  const titles = { channel: isolated(name) }
  return (
    <div
      className={styles['editChannel']}
      data-channel={at}
      data-dragged={isDragged || undefined}
      role="group"
      aria-label={name}
    >
      <span
        className={styles['grip']}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData('text/plain', name)
          onDrag(at)
        }}
        onDragEnd={() => onDrag(null)}
      >
        <NamedChannel name={name} {...logoOf(channel.channel_key)} />
      </span>
      <span className={styles['editActs']}>
        <MoveButtons
          up={t(($) => $.routing.earlier, titles)}
          down={t(($) => $.routing.later, titles)}
          {...{ isFirst, isLast }}
          onMove={onStep}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t(($) => $.routing.removeChannel, titles)}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      </span>
      <Select
        label={t(($) => $.routing.labels.method)}
        allowDeselect={false}
        data={[
          { value: '', label: t(($) => $.routing.anyMethod) },
          ...offeredMethods.map((value) => ({ value, label: wireWord('methods', value) })),
        ]}
        {...form.getInputProps(`channels.${at}.method_key`)}
      />
      {share !== null && (
        <DecimalInput
          label={t(($) => $.routing.labels.weight)}
          description={t(($) => $.routing.shareOf, {
            share: shareWords(share, language),
          })}
          decimals={0}
          {...form.getInputProps(`channels.${at}.weight`)}
        />
      )}
      <Switch
        label={t(($) => $.routing.used)}
        {...form.getInputProps(`channels.${at}.is_enabled`, { type: 'checkbox' })}
      />
    </div>
  )
}
