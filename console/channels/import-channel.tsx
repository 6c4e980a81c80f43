import { Checkbox, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Nothing } from '#console/kit/details/values.tsx'
import { isolated, isolatedLtr } from '#console/kit/i18n/bidi.ts'
import { useLanguage, wireWord } from '#console/kit/i18n/words.ts'
import { Icon } from '#console/kit/ui/icons.tsx'
import { ScreenLink } from '#console/kit/routing/screen-link.tsx'
import { countryOptions, fewWords, wayWords } from './channel-words.ts'
import { missingOf, type Choice, type Fate, type Importable } from './import-choice.ts'
import styles from './import.module.css'
import { NamedChannel } from './logo.tsx'

interface ImportChannelProps {
  channel: Importable
  choice: Choice
  fate: Fate | undefined
  /** The import has begun: nothing can be chosen any more. */
  isSettled: boolean
  onChoose: (choice: Choice) => void
}

/** A channel of the source: whether to import it and with which values, or what became of it. */
export function ImportChannel({ channel, choice, fate, isSettled, onChoose }: ImportChannelProps): ReactNode {
  const { t } = useTranslation()
  const { channel_key: key, name, state, connections } = channel
  const isOpen = state === 'ready'
  return (
    <li className={styles['channel']}>
      <div className={styles['head']}>
        <Checkbox
          checked={choice.isChosen}
          disabled={!isOpen || isSettled}
          aria-label={t(($) => $.channelImport.choose, { name })}
          onChange={(event) => onChoose({ ...choice, isChosen: event.currentTarget.checked })}
        />
        <NamedChannel
          of={key}
          name={name}
          provider={name}
          {...(isOpen && connections.length > 0
            ? { note: t(($) => $.channelImport.beside, { names: fewWords(connections) }) }
            : {})}
        />
        {!isOpen && (
          <span className={styles['na']}>
            {state !== 'connected' && `${t(($) => $.channelImport.na)} · `}
            {t(($) => $.channelImport.states[state])}
          </span>
        )}
      </div>
      {isOpen && !isSettled && <Values channel={channel} choice={choice} onChoose={onChoose} />}
      {fate && <Became fate={fate} name={name} />}
    </li>
  )
}

/** Each value with those to choose from. One that the source uses and that is not among them shows NA. */
function Values({ channel, choice, onChoose }: Pick<ImportChannelProps, 'channel' | 'choice' | 'onChoose'>): ReactNode {
  const { t } = useTranslation()
  const language = useLanguage()
  const { creds, countries, methods } = channel
  const missing = choice.isChosen ? missingOf(channel, choice) : []
  const na = t(($) => $.channelImport.na)
  const errorAt = (name: string) => missing.includes(name) && t(($) => $.channelImport.chooseValue)
  const lacking = methods.filter(({ is_available: isAvailable }) => !isAvailable)
  const taken = methods.filter(({ is_available: isAvailable }) => isAvailable)
  return (
    <div className={styles['values']}>
      {creds.map(({ name, label, values }) => (
        <Select
          key={name}
          label={<bdi>{label}</bdi>}
          placeholder={na}
          data={values.map(({ id, value }) => ({ value: id, label: isolatedLtr(shortMask(value)) }))}
          value={choice.creds[name] || null}
          disabled={values.length === 0}
          allowDeselect={false}
          error={errorAt(name)}
          onChange={(id) => onChoose({ ...choice, creds: { ...choice.creds, [name]: id ?? '' } })}
        />
      ))}
      <Select
        label={wireWord('columns', 'country')}
        placeholder={na}
        data={countryOptions(countries, language)}
        value={choice.country || null}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t(($) => $.list.noMatchTitle)}
        error={errorAt('country')}
        onChange={(country) => onChoose({ ...choice, country: country ?? '' })}
      />
      <dl className={styles['methods']}>
        <dt>{t(($) => $.payChannels.ways)}</dt>
        <dd>
          {methods.length === 0 ? t(($) => $.channelImport.allWays) : taken.length > 0 ? waysWords(taken) : <Nothing />}
        </dd>
        {lacking.length > 0 && (
          <dd className={styles['na']}>
            {na} · {waysWords(lacking)}
          </dd>
        )}
      </dl>
    </div>
  )
}

const waysWords = (ways: Importable['methods']): string => fewWords(ways.map(wayWords), 4)

/** A secret's mask may be longer than its field, and its last characters tell values apart. */
const shortMask = (value: string): string => value.replace(/^\*{9,}/, '*'.repeat(8))

function Became({ fate, name }: { fate: Fate; name: string }): ReactNode {
  const { t } = useTranslation()
  if (fate.kind === 'waiting') return <p className={styles['na']}>{t(($) => $.channelImport.waiting)}</p>
  if (fate.kind === 'importing')
    return <p className={styles['na']}>{t(($) => $.payChannels.testing, { name: isolated(name) })}</p>
  if (fate.kind === 'connected')
    return (
      <p className={styles['became']} data-ok>
        <Icon name="check" />
        <ScreenLink to="paymentChannel" search={{ channel: fate.key }}>
          {t(($) => $.channelImport.connected, { name: isolated(fate.name) })}
        </ScreenLink>
      </p>
    )
  return (
    <p className={styles['became']}>
      <Icon name="warning" />
      <span>{fate.kind === 'failed' ? fate.text : <LeftOut left={fate.left} name={name} />}</span>
    </p>
  )
}

function LeftOut({ left, name }: { left: Extract<Fate, { kind: 'left_out' }>['left']; name: string }): ReactNode {
  const { t } = useTranslation()
  const { reason, text } = left
  return (
    <>
      {t(($) => $.channelImport.leftOut[reason], { name: isolated(name) })}
      {text && ` ${t(($) => $.payChannels.providerSays, { name: isolated(name), text: isolated(text) })}`}
    </>
  )
}
