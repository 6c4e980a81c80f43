import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookDelivery } from '#contract/webhook-deliveries.ts'
import styles from './deliveries.module.css'
import { DeliveryDetails } from './delivery-details.tsx'
import { Icon } from '#console/kit/ui/icons.tsx'
import list from '#console/kit/list/list.module.css'
import { Status } from './status.tsx'
import { Reference, Time } from './values.tsx'
import { stateWord, wireWord } from '#console/kit/i18n/words.ts'

interface DeliveriesProps {
  deliveries: readonly WebhookDelivery[]
  /** The column that the screen does not show already: the webhook, or the object of the event. */
  shows: 'webhook' | 'object'
  /** Shown instead of an empty table. */
  nothing: ReactNode
}

/** The deliveries to the merchant's servers, newest first; each opens to its attempts and its signed body. */
export function Deliveries({ deliveries, shows, nothing }: DeliveriesProps): ReactNode {
  const { t } = useTranslation()
  if (deliveries.length === 0) return <p className={list['quiet']}>{nothing}</p>
  return (
    <div className={styles['scroll']}>
      <table className={list['table']}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.deliveries.head.state)}</th>
            <th scope="col">{t(($) => $.deliveries.head.event)}</th>
            <th scope="col">{t(($) => $.deliveries.head[shows])}</th>
            <th scope="col" data-kind="amount">
              {t(($) => $.deliveries.head.attempts)}
            </th>
            <th scope="col">{t(($) => $.deliveries.head.created)}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.delivery_id} delivery={delivery} shows={shows} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Delivery({ delivery, shows }: { delivery: WebhookDelivery; shows: DeliveriesProps['shows'] }): ReactNode {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <tr className={styles['row']}>
        <td>
          <button
            type="button"
            className={styles['opener']}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <Icon name="forward" size={12} />
            <Status of="delivery" state={delivery.state} />
          </button>
        </td>
        <td>{eventWords(delivery)}</td>
        <td>
          {shows === 'webhook' ? <bdi>{delivery.webhook_name}</bdi> : <Reference>{delivery.object_ref}</Reference>}
        </td>
        <td data-kind="amount">{delivery.attempts.length}</td>
        <td>
          <Time at={delivery.created_at} exact />
        </td>
      </tr>
      <tr id={id} hidden={!open}>
        {open && (
          <td colSpan={5} className={styles['opened']}>
            <DeliveryDetails delivery={delivery} linked={shows === 'object'} />
          </td>
        )}
      </tr>
    </>
  )
}

/** The type and state of an event from its body: 'Payments: Succeeded'. */
function eventWords({ type, body }: WebhookDelivery): string {
  const [, status] = /"status":"(\w+)"/.exec(body) ?? []
  const state = status && stateOf(type, status)
  return state ? `${wireWord('webhookTypes', type)}: ${state}` : wireWord('webhookTypes', type)
}
function stateOf(type: string, status: string): string {
  if (type === 'payment') return stateWord('payment', status)
  if (type === 'subscription') return stateWord('subscription', status.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase())
  return type === 'payment_link' ? stateWord('paymentLink', status.toLowerCase()) : status
}
