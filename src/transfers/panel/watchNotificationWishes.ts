import { failureWords } from '../../domain/failures/failureWords';
import { call, put, take, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { notificationsAllowed, notificationsRequested, notificationsSwitchedOff } from './panelSlice';

/** Asks for the browser's permission when a person wants to be notified, never before. */
export function* watchNotificationWishes(): SagaOf<void> {
  const ports = yield* getPorts();
  for (;;) {
    const { payload } = yield* take(notificationsRequested);
    if (!payload.wanted) yield* put(notificationsSwitchedOff());
    else if (yield* call(ports.notifications.allow)) yield* put(notificationsAllowed());
    else yield* call(ports.toast, failureWords.notNotifying, 'warning');
  }
}
