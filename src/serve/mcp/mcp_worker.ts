/** The thread that answers the calls of MCP clients. */
import { answerCalls } from "../threads/answer_in_thread.ts";
import { prepareAnswers } from "./prepare_answers.ts";

answerCalls(prepareAnswers);
