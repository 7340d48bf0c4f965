import { ConfirmForm } from '../../form/confirm-form.tsx'

export const CountEnds = ({ isReviewed }: { isReviewed: boolean }) => (
  <>
    <ConfirmForm
      fields={{ intent: 'cancel' }}
      title="Cancel this stock-take?"
      text="What was counted is kept, and nothing of it is booked."
      act="Cancel stock-take"
    >
      Cancel
    </ConfirmForm>
    {isReviewed ? (
      <ConfirmForm
        fields={{ intent: 'book' }}
        title="Book the differences?"
        text="Each size is corrected by its difference. What was sold since stays sold; what nobody counted stays as it is."
        act="Book"
        button={{ tone: 'lake' }}
      >
        Book differences
      </ConfirmForm>
    ) : null}
  </>
)
