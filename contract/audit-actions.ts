/** The kinds of objects of audited acts. A user who may see an object sees the acts on it. */
export const auditObjects = [
  'payment',
  'payment-link',
  'refund-batch',
  'webhook',
  'routing-rule',
  'secret',
  'merchant',
  'user',
  'session',
  'view',
  'audit-log',
  'ticket',
] as const
export type AuditObject = (typeof auditObjects)[number]

/**
 * Every act of the audit log with the kind of its object: those of calls, by their `audit`, and those that jobs and
 * other code write. Their names for people are under `auditActions` of the console's texts. A name here is never
 * changed or removed, since old rows keep it.
 */
export const auditActions = {
  'session.begin': 'session',
  'session.end': 'session',
  'session.lock': 'session',
  'session.unlock': 'session',
  'session.step-up': 'session',
  'session.switch-environment': 'session',
  'session.forget-browser': 'session',
  'account.change-password': 'user',
  'account.update-profile': 'user',
  'user.reset-password': 'user',
  'user.verify-email': 'user',

  'merchant.set-up': 'merchant',
  'merchant.register': 'merchant',
  'merchant.update': 'merchant',
  'merchant.logo': 'merchant',
  'merchant.reveal-secret': 'secret',
  'merchant.dismiss-get-started': 'merchant',

  'payment-link.create': 'payment-link',
  'payment-link.cancel': 'payment-link',
  'payment-link.send': 'payment-link',
  'payment-link.export': 'payment-link',
  'payment-link.export-end': 'payment-link',

  'payment.set-status': 'payment',
  'payment.accept-late': 'payment',
  'payment.refund-late': 'payment',
  'payment.read-slip': 'payment',
  'payment.export': 'payment',
  'payment.export-end': 'payment',
  'refund.create': 'payment',
  'refund.set-status': 'payment',
  'webhook.resend': 'payment',

  'refund-batch.check': 'refund-batch',
  'refund-batch.confirm': 'refund-batch',
  'refund-batch.cancel': 'refund-batch',
  'refund-batch.run': 'refund-batch',
  'refund-batch.export': 'refund-batch',
  'refund-batch.export-end': 'refund-batch',

  'webhook.create': 'webhook',
  'webhook.update': 'webhook',
  'webhook.delete': 'webhook',
  'webhook.switch-off': 'webhook',
  'webhook.reset-secret': 'secret',

  'route.create': 'routing-rule',
  'route.update': 'routing-rule',
  'route.delete': 'routing-rule',
  'route.default': 'routing-rule',

  'columns.choose': 'view',
  'columns.reset': 'view',
  'view.create': 'view',
  'view.update': 'view',
  'view.delete': 'view',

  'notification.mark-read': 'view',
  'notification.mark-all-read': 'view',
  'notification-preferences.save': 'view',
  'ticket.create': 'ticket',
  'ticket.reply': 'ticket',
  'ticket.close': 'ticket',
  'ticket.reopen': 'ticket',
  'support-file.upload': 'ticket',
  'session.view-as': 'session',
  'session.revoke': 'session',
  'session.revoke-others': 'session',
  'two-step.set-up': 'user',
  'two-step.enable': 'user',
  'two-step.disable': 'user',
  'two-step.renew-recovery-codes': 'user',
  'two-step.use-recovery-code': 'user',
  'two-step.lock-codes': 'user',
  'passkey.add': 'user',
  'passkey.rename': 'user',
  'passkey.remove': 'user',
  'user.invite': 'user',
  'user.invite-again': 'user',
  'user.accept-invitation': 'user',
  'user.update': 'user',
  'user.reset-two-step': 'user',
  'merchant.require-two-step': 'merchant',
  'sso.sign-in': 'session',
  'sso.link': 'user',
  'sso.unlink': 'user',
  'sso.unlink-user': 'user',
  'sso.save': 'merchant',
  'sso.remove': 'merchant',
  'user.provision': 'user',
  'merchant.invite': 'merchant',
  'merchant.invite-again': 'merchant',
  'merchant.withdraw-invite': 'merchant',
  'merchant.invite-accepted': 'merchant',
  'merchant.invite-declined': 'merchant',
  'merchant.accept-invite': 'merchant',
  'merchant.add': 'merchant',
  'merchant.added': 'merchant',
  'merchant.set-status': 'merchant',
  'merchant.change-merchants': 'merchant',
  'merchant.taken-back': 'merchant',
  'merchant.let-go': 'merchant',
  'merchant.leave-master': 'merchant',
  'kyc.open': 'merchant',
  'kyc.send-link': 'merchant',
  'kyc.add-document': 'merchant',
  'kyc.remove-document': 'merchant',
  'kyc.submit': 'merchant',
  'kyc.read': 'merchant',
  'kyc.read-document': 'merchant',
  'kyc.review': 'merchant',

  'audit-log.export': 'audit-log',
  'audit-log.export-end': 'audit-log',
} as const satisfies Record<string, AuditObject>
export type AuditAction = keyof typeof auditActions

/** The path of `readHistory`. It is here because the console's `useAction` refetches it after every act. */
export const historyAt = 'POST /api/audit/history'

/** The acts about one kind of object. */
export const actionsOn = (object: AuditObject): AuditAction[] =>
  (Object.entries(auditActions) as [AuditAction, AuditObject][]).flatMap(([action, of]) =>
    of === object ? action : [],
  )
