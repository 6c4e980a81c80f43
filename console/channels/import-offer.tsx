import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { faults } from '#contract/faults.ts'
import { Offered } from '#console/kit/routing/why-not.tsx'
import { ImportDialogue } from './import-dialogue.tsx'
import styles from './import.module.css'
import { TopLogos } from './top-logos.tsx'
import { useImportable } from './use-import.ts'

/** The offer to import channels, where another system has some; nothing where none is set up or it has none. */
export function ImportOffer(): ReactNode {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useImportable()
  const [isOpen, setOpen] = useState(false)
  if (error && error.reason !== faults.nothingToImport.reason)
    return (
      <div className={styles['offer']} data-card role="status">
        <p>{t(($) => $.channelImport.silent)}</p>
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
          {t(($) => $.channelImport.again)}
        </Button>
      </div>
    )
  // What is shown stays while the dialogue is open, also when nothing more is left to import.
  if (!data || (!isOpen && !data.channels.some(({ state }) => state === 'ready'))) return null
  return (
    <div className={styles['offer']} data-card>
      <div>
        <h2>{t(($) => $.channelImport.offer)}</h2>
        <TopLogos channels={data.channels} />
      </div>
      <Offered rule="paymentChannels">
        <Button variant="default" onClick={() => setOpen(true)}>
          {t(($) => $.channelImport.open)}
        </Button>
      </Offered>
      {isOpen && <ImportDialogue channels={data.channels} onClose={() => setOpen(false)} />}
    </div>
  )
}
