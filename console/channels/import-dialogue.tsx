import { Button, Modal, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import dialogue from '#console/kit/ui/dialogue.module.css'
import { useReturnFocus } from '#console/kit/ui/use-return-focus.ts'
import { firstChoice, missingOf, type Choice, type Importable } from './import-choice.ts'
import { ImportChannel } from './import-channel.tsx'
import styles from './import.module.css'
import { TopLogos } from './top-logos.tsx'
import { useImport } from './use-import.ts'

interface ImportDialogueProps {
  channels: readonly Importable[]
  onClose: () => void
}

/** What to import of each channel, then what became of it. */
export function ImportDialogue(props: ImportDialogueProps): ReactNode {
  const { t } = useTranslation()
  useReturnFocus()
  const { onClose } = props
  // The list of the moment at which the dialogue opened: what is imported meanwhile stays in its place.
  const [channels] = useState(props.channels)
  const [choices, setChoices] = useState(() => new Map(channels.map((one) => [one.id, firstChoice(one)])))
  const { fates, isRunning, run } = useImport()
  const choose = (id: string, choice: Choice) => setChoices((known) => new Map(known).set(id, choice))
  const chosen = channels.flatMap((channel) => {
    const choice = choices.get(channel.id)
    return choice?.isChosen ? [{ channel, choice }] : []
  })
  const isComplete = chosen.length > 0 && chosen.every(({ channel, choice }) => missingOf(channel, choice).length === 0)
  const ended = [...fates.values()].filter(({ kind }) => kind !== 'waiting' && kind !== 'importing').length
  const isOver = fates.size > 0 && !isRunning
  return (
    <Modal
      opened
      onClose={() => !isRunning && onClose()}
      size="lg"
      title={t(($) => $.channelImport.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.confirm.close) }}
    >
      <div className={dialogue['body']}>
        <TopLogos channels={channels} />
        {fates.size === 0 && <p>{t(($) => $.channelImport.lead)}</p>}
        {fates.size > 0 && (
          <div role="status" className={styles['progress']}>
            <p>
              {isOver
                ? t(($) => $.channelImport.over)
                : t(($) => $.channelImport.importing, { at: Math.min(ended + 1, fates.size), all: fates.size })}
            </p>
            <Progress aria-label={t(($) => $.channelImport.progress)} value={(ended / fates.size) * 100} />
          </div>
        )}
        <ul className={styles['channels']}>
          {channels.map((channel) => (
            <ImportChannel
              key={channel.id}
              channel={channel}
              choice={choices.get(channel.id) ?? firstChoice(channel)}
              fate={fates.get(channel.id)}
              isSettled={fates.size > 0}
              onChoose={(choice) => choose(channel.id, choice)}
            />
          ))}
        </ul>
        <div className={dialogue['buttons']}>
          {isOver ? (
            <Button onClick={onClose}>{t(($) => $.channelImport.done)}</Button>
          ) : (
            <>
              <Button variant="default" disabled={isRunning} onClick={onClose}>
                {t(($) => $.confirm.cancel)}
              </Button>
              <Button disabled={!isComplete} loading={isRunning} onClick={() => void run(chosen)}>
                {t(($) => $.channelImport.submit, { count: chosen.length })}
              </Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}
