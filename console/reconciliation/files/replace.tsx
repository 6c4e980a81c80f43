import { FileButton, Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { replaceReconFile, uploadReconFileV3, type ReconFile } from '#contract/recon-files.ts'
import { useAction } from '#console/kit/api/use-call.ts'
import { environmentOf, useUser } from '#console/kit/auth/session.ts'
import { fieldText } from '#console/kit/i18n/field-text.ts'
import { failureText } from '#console/kit/i18n/words.ts'
import type { CallError } from '#console/kit/api/send-call.ts'
import { useGo } from '#console/kit/routing/screen-link.tsx'
import { Confirm } from '#console/kit/ui/confirm.tsx'
import { acceptOf, SheetFault } from '#console/kit/ui/sheet.tsx'
import { refreshes } from './refreshes.ts'

/** Another file in the place of this one: it is chosen, uploaded and read. This one is withdrawn in the moment in which that is loaded. */
export function Replace({ file, onClose }: { file: ReconFile; onClose: () => void }): ReactNode {
  const { t } = useTranslation()
  const environment = environmentOf(useUser())
  const go = useGo()
  const [by, setBy] = useState<File | null>(null)
  const [fault, setFault] = useState('')
  const upload = useAction(uploadReconFileV3)
  const replace = useAction(replaceReconFile, { refreshes })
  const say = (error: CallError) => setFault(error.errors[0] ? fieldText(error.errors[0]) : failureText(error))

  const send = async () => {
    if (!by) return
    setFault('')
    const sent = await upload.act({ file: by, body: { environment } })
    if (!sent.ok) return say(sent.error)
    const done = await replace.act({
      path: { recon_id: file.recon_id },
      body: { environment, by: sent.answer.recon_id },
    })
    if (!done.ok) return say(done.error)
    onClose()
    void go({ to: 'reconFile', search: { recon_id: sent.answer.recon_id } as never })
  }
  return (
    <Confirm
      title={t(($) => $.reconFiles.replaceTitle)}
      confirm={t(($) => $.reconFiles.acts.replace)}
      disabled={by === null}
      pending={upload.pending || replace.pending}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>{t(($) => $.reconFiles.replaceText)}</p>
      <FileButton onChange={setBy} accept={acceptOf(uploadReconFileV3.file.endings)}>
        {(props) => (
          <Button {...props} variant="default">
            {by ? <bdi>{by.name}</bdi> : t(($) => $.reconFiles.chooseOther)}
          </Button>
        )}
      </FileButton>
      <SheetFault fault={fault} />
    </Confirm>
  )
}
